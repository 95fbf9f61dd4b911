// As flag_polled_under_a_mutex, by a thread that also yields.
#include <mutex>
#include <thread>

std::mutex mutex;
bool done = false;

bool is_done() {
  std::lock_guard guard(mutex);
  return done;
}

int main() {
  std::thread waiter([] {
    while (!is_done()) std::this_thread::yield();
  });
  {
    std::lock_guard guard(mutex);
    done = true;
  }
  waiter.join();
}
