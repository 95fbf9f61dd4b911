// std::timed_mutex, std::recursive_timed_mutex and std::shared_timed_mutex: had, or not in time.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::timed_mutex timed;
  std::recursive_timed_mutex recursive;
  std::shared_timed_mutex shared;
  recursive.lock();
  assert(recursive.try_lock_for(1s));
  timed.lock();
  shared.lock_shared();
  std::thread other([&] {
    assert(!timed.try_lock_for(1s));
    assert(!recursive.try_lock_until(std::chrono::steady_clock::now() + 1s));
    assert(!shared.try_lock_for(1s));
    assert(shared.try_lock_shared_for(1s));
    shared.unlock_shared();
  });
  other.join();
  shared.unlock_shared();
  timed.unlock();
  recursive.unlock();
  recursive.unlock();
}
