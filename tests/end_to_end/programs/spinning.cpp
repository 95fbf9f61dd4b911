// Threads that wait by looking again and again, in the ways that programs do.  The argument
// chooses.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

std::atomic<bool> flag{false};
std::atomic<bool> taken{false};
std::atomic<bool> wants[2];
int counter = 0;

void wait_bare() {
  while (!flag) {
  }
}

void wait_yielding() {
  while (!flag) std::this_thread::yield();
}

void set_flag() { flag = true; }

void increment_locked() {
  while (taken.exchange(true)) {
  }
  ++counter;
  taken = false;
}

// Looks before it tries, which takes two operations a round.
void increment_looking() {
  while (taken.load() || taken.exchange(true)) std::this_thread::yield();
  ++counter;
  taken = false;
}

void step_aside(int me) {
  wants[me] = true;
  while (wants[1 - me]) {
    wants[me] = false;
    std::this_thread::yield();
    wants[me] = true;
  }
  wants[me] = false;
}

template <typename First, typename Second>
void both(First one, Second other) {
  std::thread first(one);
  std::thread second(other);
  first.join();
  second.join();
}

int main(int, char** argv) {
  const char* how = argv[1];
  if (std::strcmp(how, "bare") == 0) both(wait_bare, set_flag);
  if (std::strcmp(how, "yielding") == 0) both(wait_yielding, set_flag);
  if (std::strcmp(how, "unset") == 0) both(wait_bare, [] {});
  if (std::strcmp(how, "lock") == 0) both(increment_locked, increment_locked);
  if (std::strcmp(how, "looking-lock") == 0) both(increment_looking, increment_looking);
  if (std::strcmp(how, "aside") == 0) both([] { step_aside(0); }, [] { step_aside(1); });
}
