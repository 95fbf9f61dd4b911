// The first write is visible until the second one, which only one branch makes.  An optimiser moves
// the first write into the other branch.
#include <cassert>
#include <thread>

int state = 0;

[[gnu::noinline]] void set(int more) {
  state = 1;
  if (more != 0) state = 2;
}

int main() {
  std::thread writer([] { set(1); });
  const int seen = state;
  writer.join();
  assert(seen != 1);
}
