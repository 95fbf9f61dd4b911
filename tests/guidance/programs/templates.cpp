// A template is one location with all its instances; one instance has its arguments.
#include <cstdio>

template <typename T>
struct Box {
  T value{};
  [[gnu::noinline]] void put(T given) {
    value = given;
    std::puts("put");  // tag: put
  }
};

template <int kDepth>
[[gnu::noinline]] int nest(int n) {
  std::puts("nest");
  return nest<kDepth - 1>(n) + 1;
}
template <>
[[gnu::noinline]] int nest<0>(int n) {
  std::puts("innermost");  // tag: innermost
  return n;
}

Box<int> numbers;
Box<double> fractions;

[[gnu::noinline]] void put_number(int n) { numbers.put(n); }
[[gnu::noinline]] void put_fraction(int n) { fractions.put(n); }

int main(int argc, char**) {
  std::puts("start");  // tag: start
  put_number(argc);
  put_fraction(argc);
  std::puts("middle");  // tag: middle
  return nest<3>(argc);
}
// within: put_number @Box::put
// within: put_number @Box<int>::put
// not within: put_number @Box<double>::put
// within: put_fraction @Box<double>::put
// within: nest<3> innermost
// within: nest<1> @nest<0>
// not within: nest<0> @nest<1>
// reachable: start innermost
// unreachable: middle put
