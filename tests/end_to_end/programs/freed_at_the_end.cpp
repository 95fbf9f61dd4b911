// Two threads leave their numbers in large blocks.  Main frees one in its last step, others before.
#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>

namespace {

constexpr std::size_t kCells = std::size_t{1} << 18;
constexpr std::size_t kFar = kCells / 2;

using Cells = std::unique_ptr<std::atomic<int>[]>;

}  // namespace

int main() {
  const Cells last = std::make_unique<std::atomic<int>[]>(kCells);
  Cells first = std::make_unique<std::atomic<int>[]>(kCells);
  Cells middle = std::make_unique<std::atomic<int>[]>(kCells);
  const auto leave = [&](int number) {
    middle[kFar].store(number);
    first[kFar].store(number);
    last[kFar].store(number);
    last[0].store(number);
  };
  std::thread one(leave, 1);
  std::thread other(leave, 2);
  one.join();
  other.join();
  first = nullptr;
  const Cells next = std::make_unique<std::atomic<int>[]>(kCells);  // in the memory of the first
  std::thread third([&] { next[1].store(next[kFar].load()); });
  middle = nullptr;
  next[2].store(1);
  third.join();
  return next[1].load();
}
