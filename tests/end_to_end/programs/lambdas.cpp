// Bug: several threads, each the body of a lambda, spend the same money.
#include <cassert>
#include <thread>

int balance = 100;
int paid = 0;

int main() {
  const auto pay = [](int amount) {
    if (balance >= amount) {
      balance -= amount;
      paid += amount;
    }
  };
  std::thread first([&] { pay(100); });
  std::thread second([&] { pay(100); });
  std::thread third([&] { pay(100); });
  first.join();
  second.join();
  third.join();
  assert(paid <= 100);
}
