// heddle: --races error
// expect-message: without a happens-before edge
// One thread uses the memory as an atomic, the other as a plain number.
#include <atomic>
#include <thread>

int number = 0;

int main() {
  std::thread adder([] { std::atomic_ref<int>(number).fetch_add(1); });
  const int seen = *const_cast<volatile int*>(&number);
  adder.join();
  return seen > 1 ? 1 : 0;
}
