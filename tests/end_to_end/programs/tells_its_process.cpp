// Correct, with more schedules than anybody can execute.  Every execution adds its process id to
// the file that the argument names.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> turns{0};

void work() {
  for (int i = 0; i < 50; ++i) turns.fetch_add(1);
}

int main(int argc, char** argv) {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  if (argc != 2) return 0;
  const int file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%d\n", getpid());
  if (write(file, text, static_cast<std::size_t>(length)) != length) return 1;
  close(file);
}
