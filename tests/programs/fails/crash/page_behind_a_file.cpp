// A mapping is larger than its file: the page behind the end exists and cannot be read.
// expect-message: behind the end of its file (SIGBUS)
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <thread>

int main() {
  char name[] = "/tmp/mapped-XXXXXX";
  const int file = mkstemp(name);
  if (write(file, "text", 4) != 4) return 0;
  auto* const text = static_cast<char*>(mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE, file, 0));
  std::mutex mutex;
  std::size_t at = 4095;
  const auto read_next = [&] {
    const std::lock_guard lock(mutex);
    volatile char letter = text[at++];
    (void)letter;
  };
  std::thread other(read_next);
  read_next();
  other.join();
  unlink(name);
}
