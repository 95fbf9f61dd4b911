// heddle: --leaks error
// expect-message: a heap block of 4 bytes was never freed and is unreachable at the end
// Only a local of main points to the block, and main has returned.
#include <cstdlib>

int main() {
  auto* volatile p = static_cast<volatile char*>(std::malloc(4));
  *p = 1;
  return 0;
}
