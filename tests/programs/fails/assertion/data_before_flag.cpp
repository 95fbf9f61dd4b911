// Bug: the ready flag is raised before the data is written.
// heddle: --points all
// expect-message: data == 42
#include <atomic>
#include <cassert>
#include <thread>

int data = 0;
std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    ready = true;
    data = 42;
  });
  if (ready) assert(data == 42);
  writer.join();
}
