// A promise kept by another thread.
#include <cassert>
#include <future>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  std::thread worker([&promise] { promise.set_value("kept, whatever the schedule may be"); });
  assert(future.get().size() == 34);
  worker.join();
}
