// std::atomic<std::shared_ptr>: a reader sees the old value or the new one, whole.
// heddle: --bound preemptions=1
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> current(std::make_shared<int>(1));
  std::thread writer([&] { current.store(std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = current.load();
  assert(*seen == 1 || *seen == 2);
  writer.join();
  assert(*current.load() == 2);
}
