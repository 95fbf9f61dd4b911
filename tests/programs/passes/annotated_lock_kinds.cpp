// Locks of the program's own: locked twice by one thread, for reading by two, and one that the
// linker initialises, which is used before and after its functions run.
#include <atomic>
#include <cassert>
#include <thread>

extern "C" void AnnotateRWLockCreateStatic(const char* file, int line, const volatile void* lock);
extern "C" void AnnotateRWLockDestroy(const char* file, int line, const volatile void* lock);
extern "C" void AnnotateRWLockAcquired(const char* file, int line, const volatile void* lock,
                                       long writes);
extern "C" void AnnotateRWLockReleased(const char* file, int line, const volatile void* lock,
                                       long writes);
extern "C" void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
extern "C" int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);

int once, often, shared;
std::atomic<int> steps{0};

void look() {
  AnnotateRWLockAcquired(__FILE__, __LINE__, &shared, 0);
  ++steps;
  AnnotateRWLockReleased(__FILE__, __LINE__, &shared, 0);
}

int main() {
  AnnotateRWLockAcquired(__FILE__, __LINE__, &once, 1);
  AnnotateRWLockCreateStatic(__FILE__, __LINE__, &once);
  AnnotateRWLockDestroy(__FILE__, __LINE__, &once);
  AnnotateRWLockReleased(__FILE__, __LINE__, &once, 1);

  __tsan_mutex_post_lock(&often, 0, 0);
  __tsan_mutex_post_lock(&often, 0, 0);
  constexpr unsigned kAll = 1U << 7;
  const int times = __tsan_mutex_pre_unlock(&often, kAll);
  assert(times == 2);
  constexpr unsigned kAgain = 1U << 6;
  __tsan_mutex_post_lock(&often, kAgain, times);
  __tsan_mutex_pre_unlock(&often, 0);
  __tsan_mutex_pre_unlock(&often, 0);

  std::thread reader(look);
  look();
  reader.join();

  int* const block = new int;
  AnnotateRWLockAcquired(__FILE__, __LINE__, block, 1);
  delete block;  // with a lock that nobody destroys
  int* const next = new int;
  AnnotateRWLockAcquired(__FILE__, __LINE__, next, 1);
  AnnotateRWLockReleased(__FILE__, __LINE__, next, 1);
  delete next;
}
