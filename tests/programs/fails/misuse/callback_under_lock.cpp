// Bug: a callback that is called with the mutex held asks the same object again, which happens
// only if it was registered in time.
#include <functional>
#include <mutex>
#include <thread>

class Subject {
 public:
  void subscribe(std::function<void()> callback) {
    std::lock_guard lock(mutex_);
    callback_ = std::move(callback);
  }
  int value() {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void set(int value) {
    std::lock_guard lock(mutex_);
    value_ = value;
    if (callback_) callback_();
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
  std::function<void()> callback_;
};

int main() {
  Subject subject;
  std::thread setter([&] { subject.set(1); });
  subject.subscribe([&] { subject.value(); });
  setter.join();
}
