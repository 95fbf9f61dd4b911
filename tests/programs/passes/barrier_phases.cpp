// heddle: --bound preemptions=1
// Two threads exchange values in two phases separated by a barrier.
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  std::barrier phase(2);
  int left = 0;
  int right = 0;
  std::thread worker([&] {
    right = 2;
    phase.arrive_and_wait();
    assert(left == 1);
  });
  left = 1;
  phase.arrive_and_wait();
  assert(right == 2);
  worker.join();
}
