// heddle: --points sync
// Two threads count words in a map under a mutex.
#include <map>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::map<int, int> counts;
  const auto count = [&](const std::vector<int>& keys) {
    for (const int key : keys) {
      std::lock_guard lock(mutex);
      ++counts[key];
    }
  };
  const std::vector<int> one{1, 2, 3, 2};
  const std::vector<int> two{3, 4, 2, 5};
  std::thread first([&] { count(one); });
  std::thread second([&] { count(two); });
  first.join();
  second.join();
  return counts.size() == 5 ? 0 : 1;
}
