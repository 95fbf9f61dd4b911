// Five threads that do the same once: a compare-exchange as their last step, a barrier, a lock for
// reading.  With "writer", one of them locks for writing.
#include <pthread.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 5;
std::atomic<int> cell{0};
pthread_barrier_t barrier;
std::shared_mutex lock;

void exchange(int thread) {
  int expected = 0;
  cell.compare_exchange_strong(expected, thread + 1);
}

void arrive(int) { pthread_barrier_wait(&barrier); }

void look(int) { const std::shared_lock guard(lock); }

void read_or_write(int thread) {
  if (thread > 0) return look(thread);
  const std::unique_lock guard(lock);
}

}  // namespace

int main(int, char** arguments) {
  pthread_barrier_init(&barrier, nullptr, kThreads);
  void (*const act)(int) = std::strcmp(arguments[1], "exchange") == 0  ? exchange
                           : std::strcmp(arguments[1], "barrier") == 0 ? arrive
                           : std::strcmp(arguments[1], "readers") == 0 ? look
                                                                       : read_or_write;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(act, i);
  for (std::thread& thread : threads) thread.join();
}
