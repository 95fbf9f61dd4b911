// A data race of one class of executions: each flag but the last releases the write, and main gets
// to the last one only if it read all others before they were set.  With an argument the last flag
// releases it as well.
#include <atomic>
#include <thread>

std::atomic<int> flags[3];
int value = 0;

int main(int count, char**) {
  std::thread writer([count] {
    value = 1;
    flags[0].store(1, std::memory_order_release);
    flags[1].store(1, std::memory_order_release);
    flags[2].store(1, count > 1 ? std::memory_order_release : std::memory_order_relaxed);
  });
  for (std::atomic<int>& flag : flags) {
    if (flag.load(std::memory_order_acquire) == 0) continue;
    value = 2;
    break;
  }
  writer.join();
}
