// Six letters through a pipe: a program whose executions use the kernel.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>
int main() {
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  std::atomic<int> n{0};
  auto put = [&](char c) {
    for (int i = 0; i < 3; ++i) {
      n += c;
      (void)!::write(ends[1], &c, 1);
    }
  };
  std::thread a(put, 'a'), b(put, 'b');
  char text[6];
  for (int i = 0; i < 6; ++i)
    if (::read(ends[0], text + i, 1) != 1) return 3;
  a.join();
  b.join();
  std::printf("%.6s\n", text);
  ::close(ends[0]);
  ::close(ends[1]);
}
