// Setters and a checker: `reorder [SETTERS [fixed|broken [ROUNDS]]]`.  Each setter assigns two
// variables one after the other; a checker that looks in between finds them inconsistent.  With
// `fixed` a mutex keeps it out. Plain accesses must be scheduling points.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace {

int a = 0;
int b = 0;
std::mutex mutex;

void set() {
  a = 1;
  b = -1;
}

void check() { assert((a == 0 && b == 0) || (a == 1 && b == -1)); }

template <void work()>
void repeat(int rounds) {
  for (int i = 0; i < rounds; ++i) work();
}

template <void work()>
void work_locked() {
  std::lock_guard lock(mutex);
  work();
}

}  // namespace

int main(int argc, char** argv) {
  const auto setters = static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 3);
  const bool fixed = argc > 2 && std::string_view(argv[2]) == "fixed";
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<std::thread> threads;
  threads.reserve(setters + 1);
  for (std::size_t i = 0; i < setters; ++i) {
    threads.emplace_back(fixed ? repeat<work_locked<set>> : repeat<set>, rounds);
  }
  threads.emplace_back(fixed ? repeat<work_locked<check>> : repeat<check>, rounds);
  for (std::thread& thread : threads) thread.join();
}
