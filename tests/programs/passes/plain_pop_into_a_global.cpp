// A wait for a plain variable that writes what is there already.
#include <thread>

volatile int head = 0;
volatile int found = 0;
volatile bool is_found = false;

void look() {
  is_found = false;
  found = head;
  if (found != 0) is_found = true;
}

int main() {
  std::thread waiter([] {
    do look();
    while (!is_found);
  });
  std::thread setter([] { head = 1; });
  waiter.join();
  setter.join();
}
