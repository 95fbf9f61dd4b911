// heddle: --races error
// Giving back a page conflicts with every use of it, also if the rest of the mapping stays.
#include <sys/mman.h>

#include <atomic>
#include <thread>

std::atomic<int> order{0};

int main() {
  auto* const pages = static_cast<int*>(
      mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::thread user([pages] {
    pages[0] = 1;
    order.store(1, std::memory_order_relaxed);
  });
  while (order.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
  munmap(pages, 4096);
  user.join();
}
