// A thread that is started by the constructor of a static object, and joined by its destructor.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int jobs = 0;

class Service {
 public:
  Service() : thread_(work) {}
  ~Service() {
    thread_.join();
    assert(jobs == 2);
  }

  static void work() {
    const std::lock_guard lock(mutex);
    ++jobs;
  }

 private:
  std::thread thread_;
};
Service service;

int main() { Service::work(); }
