// Each thread has three megabytes of its own, which begin as zeros.
#include <cassert>
#include <mutex>
#include <thread>

constexpr std::size_t kSize = std::size_t{3} << 20;
thread_local char t_table[kSize];
std::mutex g_mutex;
int g_sum;

void fill(char value) {
  assert(t_table[0] == 0 && t_table[kSize - 1] == 0);
  t_table[0] = value;
  t_table[kSize - 1] = value;
  const std::lock_guard guard(g_mutex);
  g_sum += t_table[0] + t_table[kSize - 1];
}

int main() {
  std::thread first(fill, 1);
  std::thread second(fill, 2);
  first.join();
  second.join();
  fill(4);
  assert(g_sum == 14);
}
