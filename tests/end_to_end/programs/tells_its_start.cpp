// Correct: adds a letter to the file that the argument names, then three threads count.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> counter{0};

void count() {
  counter.fetch_add(1);
  counter.fetch_add(1);
}

int main(int, char** argv) {
  const int file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (write(file, "s", 1) != 1) return 1;
  close(file);
  std::thread first(count);
  std::thread second(count);
  std::thread third(count);
  first.join();
  second.join();
  third.join();
}
