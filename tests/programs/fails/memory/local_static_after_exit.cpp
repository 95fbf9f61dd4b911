// expect-message: lock of a static object after its destructor
// Bug: a registry that is made at its first use is destroyed at exit, while a detached thread is on
// its way to it.
#include <mutex>
#include <thread>
#include <vector>

class Registry {
 public:
  void add(int number) {
    const std::lock_guard lock(mutex_);
    numbers_.push_back(number);
  }

 private:
  std::mutex mutex_;
  std::vector<int> numbers_;
};

Registry& registry() {
  static Registry the_registry;
  return the_registry;
}

int main() {
  registry().add(1);
  std::thread([] { registry().add(2); }).detach();
}
