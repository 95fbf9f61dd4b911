// Bug: whoever finds no user left deletes, and both may.
// expect-message: freed twice
#include <atomic>
#include <thread>

std::atomic<int> users{2};
int* const shared = new int(0);

void leave() {
  --users;
  if (users == 0) delete shared;
}

int main() {
  std::thread other(leave);
  leave();
  other.join();
}
