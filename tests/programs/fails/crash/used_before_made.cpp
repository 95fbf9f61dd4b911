// Bug: a plain global pointer is used without waiting for the thread that sets it.
// expect-message: SIGSEGV
#include <string>
#include <thread>

std::string* name = nullptr;

int main() {
  std::thread maker([] { name = new std::string("loom"); });
  const std::size_t length = name->size();
  maker.join();
  delete name;
  return length == 4 ? 0 : 1;
}
