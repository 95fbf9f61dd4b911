// heddle: --races error
// expect-message: without a happens-before edge
// The thread starts before the member that it notifies is constructed.
#include <condition_variable>
#include <thread>

struct Worker {
  std::thread thread{[this] { condition.notify_one(); }};
  std::condition_variable condition;
};

int main() {
  Worker worker;
  worker.thread.join();
}
