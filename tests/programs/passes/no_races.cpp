// heddle: --races error
// Every way to be ordered: none of these accesses race.
#include <atomic>
#include <barrier>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>

namespace {

void by_release_sequence() {
  int data = 0;
  std::atomic<int> stage{0};
  std::thread writer([&] {
    data = 1;
    stage.store(1, std::memory_order_release);
  });
  std::thread relay([&] {
    int one = 1;
    stage.compare_exchange_strong(one, 2, std::memory_order_relaxed, std::memory_order_relaxed);
  });
  if (stage.load(std::memory_order_acquire) == 2) data = 3;
  writer.join();
  relay.join();
}

void by_fences() {
  int data = 0;
  std::atomic<bool> ready{false};
  std::thread writer([&] {
    data = 1;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    data = 2;
  }
  writer.join();
}

void by_waiting() {
  int data = 0;
  std::latch done(1);
  std::binary_semaphore turn(0);
  std::promise<int*> promise;
  std::thread writer([&] {
    data = 1;
    done.count_down();
    turn.acquire();
    data = 3;
    promise.set_value(&data);
  });
  done.wait();
  data = 2;
  turn.release();
  *promise.get_future().get() = 4;
  writer.join();
}

void by_last_owner() {
  auto shared = std::make_shared<int>(1);
  std::thread other([copy = shared]() mutable { copy.reset(); });
  shared.reset();
  other.join();
}

}  // namespace

int main(int argc, char**) {
  by_release_sequence();
  by_fences();
  by_waiting();
  by_last_owner();
  return argc == 99 ? 1 : 0;
}
