// A relaxed flag hands over plain data, and the program tells the race detector that it does.
// heddle: --races error
#include <atomic>
#include <cassert>
#include <thread>

extern "C" void AnnotateHappensBefore(const char* file, int line, const volatile void* address);
extern "C" void AnnotateHappensAfter(const char* file, int line, const volatile void* address);

std::atomic<bool> ready{false};
int data = 0;

int main() {
  std::thread writer([] {
    data = 42;
    AnnotateHappensBefore(__FILE__, __LINE__, &ready);
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed)) {
    AnnotateHappensAfter(__FILE__, __LINE__, &ready);
    assert(data == 42);
  }
  writer.join();
}
