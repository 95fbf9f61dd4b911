// Bug: the address of a thread_local variable outlives its thread.
// expect-message: thread_local variable was read after the exit of its thread
#include <thread>

thread_local int counter = 0;

int main() {
  int* theirs = nullptr;
  std::thread worker([&] {
    counter = 3;
    theirs = &counter;
  });
  worker.join();
  return *theirs == 3 ? 0 : 1;
}
