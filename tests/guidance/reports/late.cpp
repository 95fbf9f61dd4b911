// A real race: `reading` is written without the lock.  The lock orders the two accesses unless
// `report` takes it first.
#include <chrono>
#include <mutex>
#include <thread>

std::mutex journal;
int reading = 0;
int reported = 0;

void measure() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  reading = 7;
  const std::lock_guard<std::mutex> guard(journal);
  reported++;
}

int report() {
  const std::lock_guard<std::mutex> guard(journal);
  return reported;
}

int main() {
  std::thread sensor(measure);
  const int before = report();
  const int last = reading;
  sensor.join();
  return before > 1 ? last : 0;
}
