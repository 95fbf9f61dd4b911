// A list is built by one thread and freed by another, while both allocate.
#include <cassert>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::list<std::unique_ptr<std::vector<int>>> shared;
  std::thread builder([&] {
    for (int i = 1; i <= 2; ++i) {
      auto block = std::make_unique<std::vector<int>>(static_cast<std::size_t>(100 * i), i);
      std::lock_guard lock(mutex);
      shared.push_back(std::move(block));
    }
  });
  std::size_t freed = 0;
  std::thread breaker([&] {
    for (int i = 0; i < 2; ++i) {
      std::vector<int> own(50, i);
      std::lock_guard lock(mutex);
      if (shared.empty()) continue;
      freed += shared.front()->size() + own.size() - 50;
      shared.pop_front();
    }
  });
  builder.join();
  breaker.join();
  for (const auto& block : shared) freed += block->size();
  assert(freed == 300);
}
