// A call through a pointer may reach every function whose address is taken, and no other.
#include <cstdio>
#include <cstdlib>

[[gnu::noinline]] void first() { std::puts("first"); }         // tag: first
[[gnu::noinline]] void second() { std::puts("second"); }       // tag: second
[[gnu::noinline]] void never_taken() { std::puts("direct"); }  // tag: direct

using Action = void (*)();
Action volatile actions[] = {first, second};

[[gnu::noinline]] void run(int which) {
  actions[which]();
  std::puts("done");
}

[[gnu::noinline]] int compare(const void* left, const void* right) {
  std::puts("compare");  // tag: compare
  return *static_cast<const int*>(left) - *static_cast<const int*>(right);
}

[[gnu::noinline]] void sort(int* numbers, std::size_t count) {
  std::qsort(numbers, count, sizeof *numbers, compare);
}

int main(int argc, char**) {
  std::puts("start");  // tag: start
  run(argc - 1);
  int numbers[] = {3, 1, 2};
  sort(numbers, 3);
  never_taken();
  std::puts("end");  // tag: end
}
// within: run first
// within: run second
// not within: run direct
// within: sort compare
// not within: sort first
// reachable: start direct
// unreachable: end first
