// A mapping in the place of another discards what a thread has written there.
// heddle: --races ignore --points shared
// expect-message: *page == 1
#include <sys/mman.h>

#include <cassert>
#include <thread>

constexpr int kUsable = PROT_READ | PROT_WRITE;

int main() {
  void* const memory = ::mmap(nullptr, 4096, kUsable, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto* const page = static_cast<char*>(memory);
  std::thread writer([page] { *page = 1; });
  std::thread mapper(
      [page] { ::mmap(page, 4096, kUsable, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); });
  writer.join();
  mapper.join();
  assert(*page == 1);
}
