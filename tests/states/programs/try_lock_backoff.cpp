// heddle: --points sync
// Two mutexes in either order: a thread that does not get the second one gives the first one back.
#include <mutex>
#include <thread>

std::mutex left;
std::mutex right;
int done = 0;

void work(std::mutex& first, std::mutex& second) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::lock_guard lock(first);
    if (!second.try_lock()) continue;
    ++done;
    second.unlock();
    return;
  }
}

int main() {
  std::thread one([] { work(left, right); });
  std::thread two([] { work(right, left); });
  one.join();
  two.join();
}
