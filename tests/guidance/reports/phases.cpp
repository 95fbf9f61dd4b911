// No deadlock: the thread that takes the locks in one order has ended before the other starts.
#include <mutex>
#include <thread>

std::mutex input;
std::mutex output;
int work = 0;

void load() {
  const std::lock_guard<std::mutex> outer(input);
  const std::lock_guard<std::mutex> inner(output);
  work++;
}

void save() {
  const std::lock_guard<std::mutex> outer(output);
  const std::lock_guard<std::mutex> inner(input);
  work--;
}

int main() {
  std::thread loader(load);
  loader.join();
  std::thread saver(save);
  saver.join();
  return work;
}
