// A reader counts until a plain flag changes.  Its loop has no scheduling point and changes memory
// in each iteration, and still another thread gets its turn.
// heddle: --races error
#include <thread>

int x = 1;
int y = 0;

int main() {
  std::thread reader([] {
    while (x == 1) y = y + 1;
  });
  std::thread writer([] { x = 0; });
  reader.join();
  writer.join();
}
