// Bug: a thread hands out the address of its own variable and may end before that is used.
// expect-message: after the exit of its thread
#include <atomic>
#include <thread>

std::atomic<int*> handed_out{nullptr};
std::atomic<bool> noted{false};

int main() {
  std::thread owner([] {
    int local = 5;
    handed_out = &local;
    while (local == 5) std::this_thread::yield();
  });
  int* there = nullptr;
  while ((there = handed_out.load()) == nullptr) std::this_thread::yield();
  *there = 6;
  noted = true;
  ++*there;
  owner.join();
}
