// Inlined functions are locations by name and by line, wherever their code is.
#include <cstdio>

int total = 0;

[[gnu::always_inline]] inline void add(int n) {
  total += n;  // tag: add
  std::puts("added");
}

[[gnu::always_inline]] inline void twice(int n) {
  add(n);  // tag: first_add
  add(n);  // tag: second_add
}

[[gnu::noinline]] void left(int n) {
  std::puts("left");
  twice(n);
}

[[gnu::noinline]] void right(int n) {
  std::puts("right");
  add(n);
}

[[gnu::noinline]] void neither() { std::puts("neither"); }  // tag: neither

int main(int argc, char**) {
  std::puts("start");  // tag: start
  left(argc);
  std::puts("middle");  // tag: middle
  right(argc);
  std::puts("last");  // tag: last
  neither();
  return total;
}
// within: left add
// within: left @add
// within: left @twice
// within: right @add
// not within: right @twice
// not within: neither @add
// within: left second_add
// not within: right second_add
// reachable: start second_add
// unreachable: last add
// unreachable: middle first_add
