// Correct, with many schedules, and a heap that is used in each: what an execution allocates and
// never frees must not outlive it.
#include <atomic>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> turns{0};
std::map<std::string, std::vector<int>> table;

void work(int self) {
  std::vector<std::string> words;
  std::map<int, std::string> local;
  for (int i = 0; i < 5; ++i) {
    words.push_back("a string that is too long to live in its own object " + std::to_string(i));
    local[turns.fetch_add(1) * 3 + self] = words.back();
  }
  char* const forgotten = static_cast<char*>(std::malloc(10'000));
  for (int i = 0; i < 10'000; i += 64) forgotten[i] = static_cast<char>(self);
  if (local.size() != 5) std::abort();
}

int main() {
  for (int i = 0; i < 20; ++i) table["key " + std::to_string(i)].assign(100, i);
  std::thread first(work, 1);
  std::thread second(work, 2);
  std::thread third(work, 3);
  first.join();
  second.join();
  third.join();
  if (turns != 15 || table.size() != 20) std::abort();
}
