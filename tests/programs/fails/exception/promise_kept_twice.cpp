// Bug: two threads may both decide that they are the one to keep the promise.
// heddle: --bound preemptions=2
// expect-message: future_error
#include <atomic>
#include <future>
#include <thread>

int main() {
  std::promise<int> answer;
  std::atomic<bool> answered{false};
  auto keep = [&](int value) {
    if (!answered.load()) {
      answered.store(true);
      answer.set_value(value);
    }
  };
  std::thread first(keep, 1);
  std::thread second(keep, 2);
  first.join();
  second.join();
}
