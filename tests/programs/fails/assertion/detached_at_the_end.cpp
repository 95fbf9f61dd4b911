// Bug: in a thread that nobody waits for; it has the time to show while main ends.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> rounds{0};

int main() {
  std::thread([] {
    ++rounds;
    assert(rounds == 0);
  }).detach();
}
