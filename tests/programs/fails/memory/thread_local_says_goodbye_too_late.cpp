// expect-message: of a static object after its destructor
// Bug: the destructor of a thread_local adds to a static object, which is gone when the thread
// outlives main.
#include <mutex>
#include <thread>
#include <vector>

struct Totals {
  std::mutex mutex;
  std::vector<int> values;
};
Totals totals;

struct Mine {
  int value = 0;
  ~Mine() {
    const std::lock_guard lock(totals.mutex);
    totals.values.push_back(value);
  }
};
thread_local Mine mine;

int main() {
  std::thread thread([] { mine.value = 1; });
  mine.value = 2;
  thread.detach();
}
