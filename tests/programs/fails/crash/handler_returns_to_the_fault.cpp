// Bug: the handler returns to an instruction that is still wrong.
// expect-message: the program's handler returned
#include <atomic>
#include <csignal>
#include <thread>

namespace {
std::atomic<int*> shared{nullptr};
int value = 0;

void ignore(int) {}
}  // namespace

int main() {
  std::signal(SIGSEGV, ignore);
  std::thread other([] { shared = &value; });
  *shared = 1;
  other.join();
}
