// The library of static_library.cpp, compiled apart.
#include <cstdio>
#include <cstdlib>

[[gnu::noinline]] void library_deep(int n) { std::printf("deep %d\n", n); }

void library_step(int n) {
  std::puts("step");
  library_deep(n);
  std::puts("stepped");
}

[[gnu::noinline]] void library_abandon(const char* why) {
  std::puts(why);
  std::abort();
}

void library_stop() { library_abandon("stop"); }

[[gnu::noinline]] void library_last(int n) { std::printf("last %d\n", n); }

void library_hand_over(int n) {
  std::puts("hand over");
  library_last(n + 1);
}
