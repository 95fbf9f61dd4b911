// Fills a block, then another one, then the first again, with steps of two threads in between.
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <thread>

namespace {

constexpr std::size_t kBytes = std::size_t{8} << 20;
std::atomic<int> steps{0};

std::unique_ptr<char[]> filled(char value) {
  std::unique_ptr<char[]> block(new char[kBytes]);
  std::memset(block.get(), value, kBytes);
  return block;
}

void make_steps(int count) {
  for (int i = 0; i < count; ++i) steps.fetch_add(1);
}

}  // namespace

int main() {
  const std::unique_ptr<char[]> first = filled(1);
  std::thread other(make_steps, 3);
  make_steps(4);
  const std::unique_ptr<char[]> second = filled(2);
  make_steps(2);
  std::memset(first.get(), 3, kBytes);
  make_steps(1);
  other.join();
  return first[kBytes / 2] == 3 && second[kBytes / 2] == 2 ? 0 : 1;
}
