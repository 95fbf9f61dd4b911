// The reader, who is created first, sleeps or forks in its critical section.  The assertion fails
// if the writer enters before it.
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <mutex>
#include <string>
#include <thread>

int main(int, char** argv) {
  const std::string what = argv[1];
  std::mutex mutex;
  int written = 0;
  std::thread reader([&] {
    const std::scoped_lock lock(mutex);
    if (what == "sleep") usleep(5);
    if (what == "fork") fork();
    assert(written == 0);
  });
  std::thread writer([&] {
    const std::scoped_lock lock(mutex);
    written = 1;
  });
  reader.join();
  writer.join();
}
