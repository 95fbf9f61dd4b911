// One thread seals a page while another still writes to it.
// expect-message: write to memory that is mapped read-only
#include <sys/mman.h>

#include <atomic>
#include <thread>

std::atomic<bool> is_sealed{false};

int main() {
  auto* const page = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::thread writer([page] {
    if (!is_sealed) __atomic_store_n(page, 1, __ATOMIC_RELAXED);
  });
  mprotect(page, 4096, PROT_READ);
  is_sealed = true;
  writer.join();
}
