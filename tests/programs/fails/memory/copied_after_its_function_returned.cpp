// Bug: the function returns a view of its local array, and the caller copies from there.
// expect-message: a local variable was read after its function returned
#include <cstring>
#include <thread>

const char* view = nullptr;

[[gnu::noinline]] void keep(const char* where) { view = where; }

[[gnu::noinline]] void describe(char mark) {
  char text[32];
  std::memset(text, mark, sizeof text);
  keep(text);
}

int main() {
  std::thread other([] {
    describe('a');
    char first[8];
    std::memcpy(first, view, sizeof first);
    view = first[0] == 'a' ? nullptr : first;
  });
  other.join();
}
