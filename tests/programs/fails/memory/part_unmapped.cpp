// One thread unmaps the first page of two while another may still use it.
// expect-message: after it was unmapped
#include <sys/mman.h>

#include <atomic>
#include <thread>

std::atomic<bool> is_done{false};

int main() {
  auto* const pages = static_cast<int*>(
      mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::thread user([pages] {
    if (!is_done) __atomic_fetch_add(pages, 1, __ATOMIC_RELAXED);
  });
  is_done = true;
  munmap(pages, 4096);
  user.join();
  munmap(pages, 2 * 4096);
}
