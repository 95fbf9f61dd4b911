// Bugs: a misuse after which the program goes on, chosen by the argument, and behind it, in every
// order of the threads, a use of freed memory.
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
std::atomic<int> turns{0};
int* volatile block = nullptr;

void end_with_a_mutex() { pthread_mutex_lock(&mutex); }

void destroy_a_locked_mutex() {
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_destroy(&mutex) != EBUSY) std::abort();
  pthread_mutex_unlock(&mutex);
}

void join_itself() {
  if (pthread_join(pthread_self(), nullptr) != EDEADLK) std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc == 2 ? argv[1] : "";
  std::thread other([] { ++turns; });
  std::thread misuser([what] {
    ++turns;
    if (std::strcmp(what, "end") == 0) end_with_a_mutex();
    if (std::strcmp(what, "destroy") == 0) destroy_a_locked_mutex();
    if (std::strcmp(what, "join") == 0) join_itself();
  });
  other.join();
  misuser.join();
  block = static_cast<int*>(std::malloc(sizeof *block));
  int* const kept = block;
  *kept = 1;
  std::free(block);
  std::thread late([] { turns += *block; });
  late.join();
}
