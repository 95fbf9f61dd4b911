// Direct and mutual recursion: a path may return as often as the stack is deep, in any context.
#include <cstdio>

[[gnu::noinline]] void even(int n);

[[gnu::noinline]] void odd(int n) {
  if (n == 0) return;
  std::puts("odd");  // tag: odd
  even(n - 1);
  std::puts("odd again");  // tag: after_odd
}

[[gnu::noinline]] void even(int n) {
  if (n == 0) return;
  std::puts("even");  // tag: even
  odd(n - 1);
  std::puts("even again");  // tag: after_even
}

[[gnu::noinline]] int depth(int n) {
  if (n == 0) {
    std::puts("bottom");  // tag: bottom
    return 0;
  }
  return 1 + depth(n - 1) * n;
}

int main(int argc, char**) {
  std::puts("start");  // tag: start
  even(argc);
  std::puts("middle");  // tag: middle
  depth(argc);
  std::puts("end");  // tag: end
}
// reachable: start after_odd
// reachable: start bottom
// reachable: odd after_even
// reachable: after_even after_odd
// reachable: bottom end
// unreachable: after_odd start
// unreachable: middle odd
// unreachable: end bottom
// closer: middle start bottom
