// The thread frees a block while it ignores its writes: that is no race with the other's access.
// heddle: --races error
#include <atomic>
#include <thread>

extern "C" void AnnotateIgnoreWritesBegin(const char* file, int line);
extern "C" void AnnotateIgnoreWritesEnd(const char* file, int line);

std::atomic<bool> done{false};

int main() {
  int* const block = new int{1};
  std::thread user([block] {
    *block = 2;
    done.store(true, std::memory_order_relaxed);
  });
  while (!done.load(std::memory_order_relaxed)) std::this_thread::yield();
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  delete block;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  user.join();
}
