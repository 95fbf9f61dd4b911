// Bug: one of the inputs, under one of the orders, gives the discount twice.
// expect-message: discounted once
#include <atomic>
#include <heddle/heddle.hpp>
#include <thread>

int main() {
  const int customer = heddle::choose(4);
  std::atomic<bool> discounted{false};
  std::atomic<int> discounts{0};
  auto apply = [&] {
    if (customer == 3 && !discounted.load()) {
      discounts.fetch_add(1);
      discounted.store(true);
    }
  };
  std::thread first(apply);
  std::thread second(apply);
  first.join();
  second.join();
  heddle::assert_that(discounts <= 1, "discounted once");
}
