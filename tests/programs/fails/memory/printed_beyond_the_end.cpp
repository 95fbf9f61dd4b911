// Bug: the text has no room for the zero at its end.
#include <cstdio>
#include <cstdlib>

int main() {
  auto* const text = static_cast<char*>(std::malloc(16));
  std::sprintf(text, "%016d", 7);
  std::free(text);
}
