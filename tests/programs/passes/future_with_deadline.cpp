// A future that is waited for in vain is not ready; later it is.
// heddle: --bound preemptions=1
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&] { promise.set_value(5); });
  if (future.wait_for(std::chrono::milliseconds(10)) == std::future_status::timeout) future.wait();
  assert(future.get() == 5);
  worker.join();
}
