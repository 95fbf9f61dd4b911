// dup2 puts a closed pipe in place of a descriptor that another thread reads.  The kernel replaces
// it at once, so the reader uses the old file or the new one.  Programs end their readers so.
// heddle: --races error
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  const int input = open("/dev/zero", O_RDONLY);
  const int nothing = open("/dev/null", O_RDONLY);
  std::thread reader([&] {
    char letter = 'x';
    const ssize_t got = read(input, &letter, 1);
    assert(got == 0 ? letter == 'x' : got == 1 && letter == 0);
  });
  assert(dup2(nothing, input) == input);
  reader.join();
  close(input);
  close(nothing);
}
