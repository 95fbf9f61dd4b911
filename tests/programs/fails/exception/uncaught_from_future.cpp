// Bug: the worker's failure is stored in the future and nobody expects it at get().
// expect-message: connection closed
#include <atomic>
#include <future>
#include <stdexcept>

int main() {
  std::atomic<bool> closed{false};
  auto answer = std::async(std::launch::async, [&] {
    if (closed) throw std::runtime_error("connection closed");
    return 1;
  });
  closed = true;
  return answer.get() - 1;
}
