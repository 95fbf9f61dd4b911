// A real race: `hits` has no lock.  `total` has one.
#include <mutex>
#include <thread>

int hits = 0;
int total = 0;
std::mutex totals;

void count() {
  hits++;
  const std::lock_guard<std::mutex> guard(totals);
  total++;
}

int main() {
  std::thread worker(count);
  const int before = hits;
  worker.join();
  return before > hits ? 1 : 0;
}
