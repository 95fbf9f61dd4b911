// Bug: the text is read before sprintf writes it, in instructions that an optimiser could inline.
#include <cassert>
#include <cstdio>
#include <thread>

char text[16] = "none";

int main() {
  std::thread printer([] { std::sprintf(text, "some"); });
  const char seen = text[0];
  printer.join();
  assert(seen == 's');
}
