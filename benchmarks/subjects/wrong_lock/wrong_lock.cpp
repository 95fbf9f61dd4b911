// A counter that some threads protect with one lock and the others with another:
// `wrong_lock [--fixed] [RIGHT [WRONG]]`.  A thread with the right lock fails if one with the wrong
// lock writes between its read and its check.
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"

namespace {

class Counter {
 public:
  void increment_and_check() {
    std::lock_guard lock(own_lock_);
    const int before = value_.get();
    value_.add(1);
    assert(value_.get() == before + 1);
  }

  void increment(std::mutex& mutex) {
    std::lock_guard lock(mutex);
    value_.add(1);
  }

  std::mutex& own_lock() { return own_lock_; }

 private:
  subjects::Field<int> value_;
  std::mutex own_lock_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[RIGHT [WRONG]]");
  const int right = arguments.number(1);
  const int wrong = arguments.number(10);
  arguments.end();
  Counter counter;
  std::mutex another_lock;
  std::mutex& lock = arguments.fixed() ? counter.own_lock() : another_lock;
  subjects::Threads threads;
  threads.start(right, [&](int) { counter.increment_and_check(); });
  threads.start(wrong, [&](int) { counter.increment(lock); });
}
