// A wait for a plain variable that writes what it read to the waiting thread's own stack.
#include <thread>

volatile int head = 0;

bool pop(int& out) {
  out = head;
  return out != 0;
}

int main() {
  std::thread waiter([] {
    int value;
    while (!pop(value)) {
    }
  });
  std::thread setter([] { head = 1; });
  waiter.join();
  setter.join();
}
