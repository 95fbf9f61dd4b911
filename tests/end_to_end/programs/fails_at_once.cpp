// Bug: fails before the first scheduling point, without a second thread.
#include <cstdio>

int main() {
  std::puts("last words");
  return 3;
}
