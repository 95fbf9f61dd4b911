// The jump of a switch reaches every case.
#include <cstdio>

[[gnu::noinline]] void act(int n) {
  switch (n) {
    case 0:
      std::puts("zero");  // tag: zero
      break;
    case 1:
      std::printf("one %d\n", n);  // tag: one
      break;
    case 2:
      std::putchar('2');  // tag: two
      [[fallthrough]];
    case 3:
      std::perror("three");  // tag: three
      break;
    case 4:
      std::fputs("four", stdout);  // tag: four
      return;
    case 5:
      std::puts("five, and more");
      std::puts("five");  // tag: five
      break;
    case 6:
      std::fflush(stdout);  // tag: six
      break;
    default:
      std::puts("default");  // tag: default
  }
  std::puts("after");  // tag: after
}

int main(int argc, char**) {
  std::puts("start");  // tag: start
  act(argc);
  return 0;
}
// reachable: start zero
// reachable: start one
// reachable: start two
// reachable: start three
// reachable: start four
// reachable: start five
// reachable: start six
// reachable: start default
// reachable: three after
// unreachable: four after
// unreachable: after one
// unreachable: three two
