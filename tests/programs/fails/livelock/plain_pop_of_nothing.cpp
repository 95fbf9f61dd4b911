// expect-message: repeats
// Bug: the consumer waits for a second element, and only one comes.
#include <thread>

volatile int head = 0;

bool pop(int& out) {
  out = head;
  return out != 0;
}

int main() {
  std::thread consumer([] {
    for (int taken = 0; taken < 2; ++taken) {
      int value;
      while (!pop(value)) {
      }
      head = 0;
    }
  });
  head = 1;
  consumer.join();
}
