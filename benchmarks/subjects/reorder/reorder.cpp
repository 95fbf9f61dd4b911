// Two variables that belong together, assigned one after the other without a lock:
// `reorder [--fixed] [SETTERS [CHECKERS]]`.  A checker fails that looks while the first has been
// assigned by some setter and the second by none; more setters leave it less room.
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"

namespace {

class Pair {
 public:
  explicit Pair(bool locked) : locked_(locked) {}

  void assign() {
    const std::unique_lock<std::mutex> lock = guard();
    a_.set(1);
    b_.set(-1);
  }

  void check() {
    const std::unique_lock<std::mutex> lock = guard();
    assert((a_.get() == 0 && b_.get() == 0) || (a_.get() == 1 && b_.get() == -1));
  }

 private:
  std::unique_lock<std::mutex> guard() {
    return locked_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }

  subjects::Field<int> a_;
  subjects::Field<int> b_;
  const bool locked_;
  std::mutex mutex_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[SETTERS [CHECKERS]]");
  const int setters = arguments.number(5);
  const int checkers = arguments.number(1);
  arguments.end();
  Pair pair(arguments.fixed());
  subjects::Threads threads;
  threads.start(setters, [&](int) { pair.assign(); });
  threads.start(checkers, [&](int) { pair.check(); });
}
