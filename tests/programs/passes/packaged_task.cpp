// A task is run by another thread; its result is shared by two futures.
// heddle: --bound preemptions=2
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int(int)> task([](int x) { return 2 * x; });
  std::shared_future<int> result = task.get_future().share();
  std::thread worker(std::move(task), 21);
  std::shared_future<int> copy = result;
  assert(result.get() == 42);
  assert(copy.get() == 42);
  worker.join();
}
