// Bug: whoever comes second unlocks the lock of the first.  The lock is the program's own, and
// announced by annotations. expect-message: unlocks an annotated lock that
#include <atomic>
#include <thread>

extern "C" void AnnotateRWLockAcquired(const char* file, int line, const volatile void* lock,
                                       long writes);
extern "C" void AnnotateRWLockReleased(const char* file, int line, const volatile void* lock,
                                       long writes);

std::atomic<bool> taken{false};

void visit() {
  if (!taken.exchange(true)) AnnotateRWLockAcquired(__FILE__, __LINE__, &taken, 1);
  AnnotateRWLockReleased(__FILE__, __LINE__, &taken, 1);
  taken.store(false);
}

int main() {
  std::thread other(visit);
  visit();
  other.join();
}
