// heddle: --points all
// expect-message: blocked
// The thread releases a semaphore that is constructed afterwards: the release may be lost.
#include <semaphore>
#include <thread>

struct Worker {
  std::thread thread{[this] { done.release(); }};
  std::counting_semaphore<4> done{0};
};

int main() {
  Worker worker;
  worker.done.acquire();
  worker.thread.join();
}
