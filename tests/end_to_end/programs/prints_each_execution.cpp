// Correct, with more schedules than anybody can execute.  With an argument, every execution prints
// a line.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> turns{0};

void work() {
  for (int i = 0; i < 50; ++i) turns.fetch_add(1);
}

int main(int argc, char**) {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  if (argc > 1) std::puts("executed");
}
