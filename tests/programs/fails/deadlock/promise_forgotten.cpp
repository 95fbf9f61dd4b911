// Bug: the promise is kept only by a worker that finds work, and the other may take it first.
#include <atomic>
#include <future>
#include <thread>

int main() {
  std::atomic<int> work{1};
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread keeper([&] {
    if (work.exchange(0) == 1) promise.set_value(1);
  });
  std::thread thief([&] { work.exchange(0); });
  const int value = future.get();
  keeper.join();
  thief.join();
  return value - 1;
}
