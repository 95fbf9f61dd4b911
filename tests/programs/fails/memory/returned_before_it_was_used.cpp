// heddle: --search dfs --reduce source --order prefer-thread=2 --points sync --races ignore
// expect-message: a local variable was written after its function returned, on the stack of thread
// 1 The order makes the use come first in the first execution.  That the return depends on it must
// still be known when the return comes first.
#include <array>
#include <atomic>
#include <semaphore>
#include <thread>

std::atomic<volatile int*> offered{nullptr};
std::atomic<int> progress{0};
std::binary_semaphore used{0};

// Large, so that what is called afterwards does not reach down to the variable.
[[gnu::noinline]] void offer() {
  std::array<volatile int, 4000> numbers;
  numbers.front() = 1;
  offered.store(&numbers.front());
  progress.store(1);
  numbers.back() = 2;
}

int main() {
  std::thread owner([] {
    offer();
    progress.store(2);
    used.acquire();
  });
  std::thread user([] {
    volatile int* const number = offered.load();
    if (number != nullptr) {
      std::atomic_thread_fence(std::memory_order_seq_cst);
      *number = 3;
    }
    used.release();
  });
  owner.join();
  user.join();
}
