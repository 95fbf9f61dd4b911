// Every input of a small function, under every schedule of the two threads that compute it.
#include <heddle/heddle.hpp>
#include <mutex>
#include <thread>

int main() {
  const int a = heddle::choose(3);
  const int b = heddle::choose(3);
  std::mutex mutex;
  int larger = 0;
  auto raise_to = [&](int value) {
    std::lock_guard lock(mutex);
    if (value > larger) larger = value;
  };
  std::thread first(raise_to, a);
  std::thread second(raise_to, b);
  first.join();
  second.join();
  heddle::assert_that(larger == (a > b ? a : b), "the larger of the two is kept");
}
