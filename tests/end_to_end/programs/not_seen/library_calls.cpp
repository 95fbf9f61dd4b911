// Imports functions of the C library that Heddle does not control, and others that it knows.
#include <sys/file.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;
int turns = 0;

int main(int count, char** words) {
  std::thread other([] {
    std::lock_guard lock(mutex);
    ++turns;
  });
  {
    std::lock_guard lock(mutex);
    ++turns;
    char text[32];
    std::snprintf(text, sizeof text, "%ld", std::strtol("12", nullptr, 10));
  }
#ifdef CALLS
  if (count > 1) {
    sigset_t none;
    sigemptyset(&none);
    (void)signalfd(-1, &none, 0);
    (void)flock(std::atoi(words[1]), LOCK_SH);
  }
#endif
  other.join();
}
