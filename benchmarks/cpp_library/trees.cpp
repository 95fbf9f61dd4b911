// Two threads fill, walk and empty a map and a list that a lock protects.
#include <list>
#include <map>
#include <mutex>
#include <thread>

std::mutex lock;
std::map<int, int> map;
std::list<int> list;

void work(int begin) {
  for (int round = 0; round < 3; ++round) {
    const std::lock_guard<std::mutex> guard(lock);
    for (int i = 0; i < 100; ++i) {
      map[begin + i * 7 % 101] = i;
      list.push_back(i);
    }
    long sum = 0;
    for (const auto& [key, value] : map) sum += key + value;
    for (const int value : list) sum += value;
    if (sum < 0) map.clear();
    list.clear();
  }
}

int main() {
  std::thread other(work, 1000);
  work(0);
  other.join();
  return map.size() == 200 ? 0 : 1;
}
