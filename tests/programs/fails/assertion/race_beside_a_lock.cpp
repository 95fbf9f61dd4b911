// expect-message: balance == 2
// The wrong lock: both threads lock, but not the same mutex.  With no option at all the place
// where they race is a scheduling point.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex one;
std::mutex other;
int balance = 0;

void deposit(std::mutex& mutex) {
  const std::lock_guard<std::mutex> lock(mutex);
  balance = balance + 1;
}

}  // namespace

int main() {
  std::thread helper([] { deposit(one); });
  deposit(other);
  helper.join();
  assert(balance == 2);
}
