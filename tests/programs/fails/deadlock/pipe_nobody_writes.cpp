// Bug: who reads first leaves nothing for the other reader, and both ends stay open.
#include <unistd.h>

#include <thread>

int ends[2];

void read_one() {
  char letter = 0;
  (void)!read(ends[0], &letter, 1);
}

int main() {
  if (pipe(ends) != 0) return 2;
  std::thread first(read_one);
  (void)!write(ends[1], "!", 1);
  read_one();
  first.join();
}
