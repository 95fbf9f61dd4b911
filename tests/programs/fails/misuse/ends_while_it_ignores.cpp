// Bug: the annotation is not taken back where the thread leaves early.
// expect-message: exits while it ignores memory accesses
#include <atomic>
#include <thread>

extern "C" void AnnotateIgnoreWritesBegin(const char* file, int line);
extern "C" void AnnotateIgnoreWritesEnd(const char* file, int line);

std::atomic<bool> stop{false};
int hits = 0;

int main() {
  std::thread counter([] {
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    ++hits;
    if (stop) return;
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  });
  stop = true;
  counter.join();
}
