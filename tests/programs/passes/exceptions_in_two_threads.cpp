// Two threads are each in the middle of their own exception handler at the same time.
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> handled{0};

void fail_and_recover(const char* name) {
  try {
    throw std::runtime_error(name);
  } catch (const std::exception& error) {
    handled.fetch_add(1);
    assert(error.what() == std::string(name));
    assert(std::current_exception() != nullptr);
  }
  assert(std::current_exception() == nullptr);
}

int main() {
  std::thread first(fail_and_recover, "first");
  std::thread second(fail_and_recover, "second");
  first.join();
  second.join();
  assert(handled == 2);
}
