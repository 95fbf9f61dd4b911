// Bug: the reader does not say that it comes after, and nothing else orders it.
// heddle: --races error
#include <atomic>
#include <thread>

extern "C" void AnnotateHappensBefore(const char* file, int line, const volatile void* address);

std::atomic<bool> ready{false};
int data = 0;

int main() {
  std::thread writer([] {
    data = 42;
    AnnotateHappensBefore(__FILE__, __LINE__, &ready);
    ready.store(true, std::memory_order_relaxed);
  });
  const int seen = ready.load(std::memory_order_relaxed) ? data : 42;
  writer.join();
  return seen - 42;
}
