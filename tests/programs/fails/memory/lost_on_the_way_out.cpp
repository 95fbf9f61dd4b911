// Bug: who comes second overwrites the only pointer to what the first one made.
// heddle: --leaks error
// expect-message: was never freed
#include <mutex>
#include <thread>

std::mutex mutex;
int* made = nullptr;

void make(int value) {
  {
    const std::lock_guard lock(mutex);
    if (made != nullptr) return;
  }
  const std::lock_guard lock(mutex);
  made = new int(value);
}

int main() {
  std::thread other(make, 1);
  make(2);
  other.join();
  delete made;
}
