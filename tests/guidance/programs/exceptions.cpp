// Exceptions lead from calls to handlers, within a function and from callees.
#include <cstdio>
#include <stdexcept>

[[gnu::noinline]] void fail(int n) {
  std::puts("fail");  // tag: fail
  throw std::runtime_error(n > 3 ? "large" : "small");
}

struct Cleaner {
  ~Cleaner() { std::puts("clean"); }  // tag: cleanup
};

[[gnu::noinline]] void pass(int n) {
  Cleaner cleaner;
  fail(n);
  std::puts("never");  // tag: never
}

[[gnu::noinline]] int guarded(int n) {
  try {
    pass(n);
  } catch (const std::runtime_error& error) {
    std::puts(error.what());  // tag: handler
    return 1;
  }
  return 0;
}

int main(int argc, char**) {
  std::puts("start");  // tag: start
  const int result = guarded(argc);
  std::puts("end");  // tag: end
  return result;
}
// reachable: start handler
// reachable: fail handler
// reachable: fail cleanup
// reachable: start end
// not within: pass never
// unreachable: end handler
