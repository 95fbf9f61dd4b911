// An exception thrown in one thread is rethrown and caught in another.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::packaged_task<int()> task([]() -> int { throw std::invalid_argument("no such thread"); });
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task));
  bool caught = false;
  try {
    result.get();
  } catch (const std::invalid_argument& error) {
    caught = std::string(error.what()) == "no such thread";
  }
  worker.join();
  assert(caught);
}
