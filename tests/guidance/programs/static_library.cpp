// Code of a static library, with tail calls and functions that do not return.
#include <cstdio>

void library_step(int n);
void library_stop();
void library_hand_over(int n);

[[gnu::noinline]] void careful(int n) {
  if (n > 100) {
    library_stop();
    std::puts("after the end");  // tag: after_stop
  }
  library_step(n);
}

int main(int argc, char**) {
  std::puts("start");  // tag: start
  careful(argc);
  std::puts("middle");  // tag: middle
  library_hand_over(argc);
  std::puts("end");  // tag: end
}
// within: careful @library_step
// within: careful @library_deep
// within: careful @library_stop
// not within: careful after_stop
// not within: library_stop @library_step
// within: library_hand_over @library_last
// reachable: start end
// reachable: @library_last end
// unreachable: start after_stop
// unreachable: @library_stop middle
// unreachable: middle @library_deep
