// heddle: --bound preemptions=2
// Two threads drop their references; the object is destroyed exactly once.
#include <cassert>
#include <memory>
#include <thread>

int destroyed = 0;

struct Resource {
  ~Resource() { ++destroyed; }
};

int main() {
  auto resource = std::make_shared<Resource>();
  std::thread first([copy = resource]() mutable { copy.reset(); });
  std::thread second([copy = resource]() mutable { copy.reset(); });
  resource.reset();
  first.join();
  second.join();
  assert(destroyed == 1);
}
