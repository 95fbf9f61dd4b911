// Bug: puts reads the text that the other thread writes.
// heddle: --races error
#include <cstdio>
#include <thread>

char text[4] = "abc";

int main() {
  std::thread writer([] { text[0] = 'x'; });
  std::puts(text);
  writer.join();
}
