// TBB: a loop and tasks that add without synchronisation, and with an atomic variable.
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cassert>
#include <string>

namespace {

template <typename Number>
void loop() {
  Number sum{0};
  tbb::parallel_for(0, 2, [&](int) { ++sum; });
  assert(sum == 2);
}

template <typename Number>
void tasks() {
  Number sum{0};
  tbb::task_group group;
  group.run([&] { ++sum; });
  ++sum;
  group.wait();
  assert(sum == 2);
}

}  // namespace

int main(int, char** arguments) {
  const std::string what = arguments[1];
  if (what == "loop") loop<int>();
  if (what == "atomic loop") loop<std::atomic<int>>();
  if (what == "tasks") tasks<int>();
  if (what == "atomic tasks") tasks<std::atomic<int>>();
}
