// Clang's thread-safety analysis warns of three accesses: `add` races with `read`; `prepare` runs
// before the other thread starts, and `finish` after it has ended.
#include <mutex>
#include <thread>

#define CAPABILITY __attribute__((capability("mutex")))
#define ACQUIRE __attribute__((acquire_capability()))
#define RELEASE __attribute__((release_capability()))
#define GUARDED_BY(lock) __attribute__((guarded_by(lock)))

class CAPABILITY Lock {
 public:
  void acquire() ACQUIRE { mutex_.lock(); }
  void release() RELEASE { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

Lock lock;
int level GUARDED_BY(lock) = 0;
int limit GUARDED_BY(lock) = 0;

void prepare() { limit = 10; }

void read() {
  lock.acquire();
  if (level > limit) level = limit;
  lock.release();
}

void add() { level = 11; }

int finish() { return limit; }

int main() {
  prepare();
  std::thread reader(read);
  add();
  reader.join();
  return finish() == 10 ? 0 : 1;
}
