// Threads that count: `counter [THREADS [ROUNDS]]`.  Each round increments an atomic variable and a
// plain one, where updates get lost when plain accesses are scheduling points.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

std::atomic<int> exact;
int rough = 0;

void count(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    exact.fetch_add(1);
    ++rough;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 3;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 2;
  std::vector<std::thread> running;
  running.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) running.emplace_back(count, rounds);
  for (std::thread& thread : running) thread.join();
  assert(exact == threads * rounds);
  assert(rough <= threads * rounds);
}
