// Bug: the text is read before snprintf writes it.
#include <cassert>
#include <cstdio>
#include <thread>

char text[16] = "none";

int main() {
  std::thread printer([] { std::snprintf(text, sizeof text, "%s-%d", "some", 42); });
  const char seen = text[0];
  printer.join();
  assert(seen == 's');
}
