// As flag_polled_under_a_mutex, by a reader that lets the writer in between two looks.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
bool done = false;

int main() {
  std::thread reader([] {
    bool seen = false;
    while (!seen) {
      std::shared_lock guard(mutex);
      seen = done;
    }
  });
  {
    std::unique_lock guard(mutex);
    done = true;
  }
  reader.join();
}
