// The program says that this mutex orders nothing: it only counts.
// heddle: --races error
#include <mutex>
#include <thread>

extern "C" void AnnotateIgnoreSyncBegin(const char* file, int line);
extern "C" void AnnotateIgnoreSyncEnd(const char* file, int line);

std::mutex statistics;
int data = 0;

void count() {
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  {
    const std::lock_guard lock(statistics);
    ++data;
  }
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

int main() {
  std::thread other(count);
  count();
  other.join();
}
