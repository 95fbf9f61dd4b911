// heddle: --leaks error
// expect-message: a heap block of 4 bytes was never freed and is unreachable at the end
// The only pointer to the block is overwritten.  What calls have left on the stack does not count.
#include <cstdlib>

char* volatile g_block;

int main() {
  g_block = static_cast<char*>(std::malloc(4));
  *g_block = 1;
  g_block = nullptr;
  return 0;
}
