// Two threads format and parse numbers by string streams of their own, and add up under a lock.
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex lock;
long sum = 0;

void work(int begin) {
  std::ostringstream out;
  for (int i = 0; i < 300; ++i) out << begin + i << ' ';
  std::istringstream in(out.str());
  long own = 0;
  for (std::string word; in >> word;) own += std::stol(word);
  const std::lock_guard<std::mutex> guard(lock);
  sum += own;
}

int main() {
  std::thread other(work, 1000);
  work(1);
  other.join();
  return sum == 390000 ? 0 : 1;
}
