// heddle: --points sync
// Two threads push to a vector under a mutex: whoever finds it full moves it to memory of its own.
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::vector<int> values;
  const auto push = [&](int value, int times) {
    for (int i = 0; i < times; ++i) {
      std::lock_guard lock(mutex);
      values.push_back(value);
    }
  };
  std::thread first(push, 1, 3);
  std::thread second(push, 2, 3);
  first.join();
  second.join();
  return values.size() == 6 ? 0 : 1;
}
