// Blocks of more than a hundred MiB, of which little is touched: an address depends on the thread
// alone, a block comes zeroed, and beyond every limit there is none.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <new>
#include <thread>

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::atomic<int> turns{0};

void use(std::size_t size) {
  auto* const block = static_cast<char*>(std::calloc(size, 1));
  assert(block != nullptr && block[0] == 0 && block[size / 2] == 0 && block[size - 1] == 0);
  block[0] = 1;
  block[size / 2] = 2;
  block[size - 1] = 3;
  ++turns;
  assert(block[size / 2] == 2);
  std::free(block);
}

int main() {
  std::thread first([] {
    use(128 * kMebibyte);
    use(128 * kMebibyte);
  });
  std::thread second([] {
    use(1024 * kMebibyte);
    volatile std::size_t far = std::size_t{1} << 46;
    void* volatile none = std::malloc(far);
    assert(none == nullptr);
    bool thrown = false;
    try {
      ::operator delete(::operator new(far));
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    assert(thrown);
  });
  first.join();
  second.join();
  assert(turns == 3);
}
