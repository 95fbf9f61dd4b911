// The lock is given back when the thread has ended: it holds no mutex then.
// heddle: --bound preemptions=1
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable finished;
bool done = false;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    done = true;
    std::notify_all_at_thread_exit(finished, std::move(lock));
  });
  {
    std::unique_lock lock(mutex);
    finished.wait(lock, [] { return done; });
  }
  assert(done);
  worker.join();
}
