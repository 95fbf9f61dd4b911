// Bug: two blocks are told apart by where they lie, although the first may have been given back
// before the second was made.  Nothing but a place in memory passes from one thread to the other.
// heddle: --search dfs --states happens-before --points all --races ignore
// expect-message: lies_elsewhere
#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <thread>

std::mutex until_the_end;
std::atomic<int> asked{0};
std::atomic<int> given_back{0};
int* second = nullptr;  // global, or a compiler may do without the block

int main() {
  int* first = new int(1);
  const auto place = reinterpret_cast<std::uintptr_t>(first);
  until_the_end.lock();
  std::thread bystander([] { const std::lock_guard lock(until_the_end); });
  std::thread giver([first] {
    given_back = 1;
    delete first;
  });
  asked = 1;
  second = new int(2);
  asked = 2;
  asked = 3;
  const bool lies_elsewhere = reinterpret_cast<std::uintptr_t>(second) != place;
  assert(lies_elsewhere);
  until_the_end.unlock();
  giver.join();
  bystander.join();
  delete second;
}
