// A loop creates and joins threads as often as a choice says.  The ended threads leave nothing in
// the state, so the loop returns to its states and all of them are visited.
// heddle: --livelocks ignore
#include <atomic>
#include <cassert>
#include <heddle/heddle.hpp>
#include <thread>

int main() {
  while (heddle::choose(2) == 1) {
    std::atomic<int> sum{0};
    std::thread one([&] { sum += 1; });
    std::thread two([&] { sum += 2; });
    one.join();
    two.join();
    assert(sum == 3);
  }
}
