// Read by the symbolizer's tests, which look lines up by the comments at their ends.
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace shop {
int counter = 0;
long slots[4];
int grid[2][3];
std::vector<int> list;
std::unique_ptr<int> owner;
std::mutex lock;
enum class Door : unsigned char { open, shut = 3 };
Door door = Door::open;

struct Account {
  int balance;                 // at 0
  std::atomic<long> owners;    // at 8
  std::array<short, 3> days;   // at 16
  std::pair<int, int> limits;  // at 24
  union {
    int code;  // at 32
    float rate;
  };
};  // 40 bytes
struct Savings : Account {
  int interest;  // at 36, or at 40
};
Account accounts[2];
Savings savings;

template <typename T>
struct Box {
  std::vector<T> items;
  __attribute__((noinline)) int add(T item) {
    items.push_back(item);  // line: add
    return static_cast<int>(items.size());
  }
};

__attribute__((always_inline)) inline int inner(int x) {
  asm volatile(".globl shop_inner_mark\nshop_inner_mark: nop");  // line: inner
  return x + 1;
}

__attribute__((noinline)) int outer(int x) {
  return inner(x) * 2;  // line: outer
}
}  // namespace shop

int main() {
  shop::Box<int> box;
  const auto twice = [&box](int x) __attribute__((noinline)) {
    asm volatile(".globl shop_lambda_mark\nshop_lambda_mark: nop");  // line: lambda
    return box.add(x) * 2;
  };
  shop::slots[2] = shop::outer(twice(3));
  shop::list.push_back(shop::grid[1][2]++);
  const std::lock_guard guard(shop::lock);
  shop::owner = std::make_unique<int>(static_cast<int>(shop::door));
  shop::accounts[1].balance = shop::savings.interest++;
  std::printf("%ld %d\n", shop::slots[2], shop::counter);
}
