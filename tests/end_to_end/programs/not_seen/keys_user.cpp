// Two threads use a library, and main closes it early.
#include <thread>

void open_library();
void use_library();
void close_library();

int main() {
  open_library();
  std::thread other(use_library);
  use_library();
  close_library();
  other.join();
}
