// The first step of the main thread changes a global, a block of the heap and a thread_local.
#include <atomic>
#include <thread>

std::atomic<int> gate;
int global_value;
thread_local int local_value;

int main() {
  int* block = new int(0);
  std::thread other([] { gate.store(1); });
  gate.load();
  global_value = 7;
  *block = 8;
  local_value = 9;
  gate.load();
  other.join();
  delete block;
}
