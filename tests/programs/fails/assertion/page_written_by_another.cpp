// A page that a constructor maps before main is part of the program's state: one thread writes it,
// another reads it in vain.
#include <sys/mman.h>

#include <cassert>
#include <thread>

int* const page = static_cast<int*>(
    mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));

int main() {
  std::thread writer([] { __atomic_store_n(page, 1, __ATOMIC_RELAXED); });
  assert(__atomic_load_n(page, __ATOMIC_RELAXED) == 0);
  writer.join();
}
