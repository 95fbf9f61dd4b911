// An update in two stages that readers see half done: `two_stage [--fixed] [WRITERS [READERS]]`.
// A reader fails that does both of its stages after a writer's first and before every writer's
// second one.
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"

namespace {

// Invariant between updates: both are 0, or second == first + 1.
class Pair {
 public:
  void update() {
    {
      std::lock_guard lock(first_lock_);
      first_.set(1);
    }
    std::lock_guard lock(second_lock_);
    second_.set(first_.get() + 1);
  }

  void update_at_once() {
    std::lock_guard lock(first_lock_);
    first_.set(1);
    std::lock_guard second_lock(second_lock_);
    second_.set(first_.get() + 1);
  }

  void check() {
    int first = 0;
    {
      std::lock_guard lock(first_lock_);
      if (first_.get() == 0) return;
      first = first_.get();
    }
    std::lock_guard lock(second_lock_);
    assert(second_.get() == first + 1);
  }

 private:
  subjects::Field<int> first_;
  subjects::Field<int> second_;
  std::mutex first_lock_;
  std::mutex second_lock_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[WRITERS [READERS]]");
  const int writers = arguments.number(7);
  const int readers = arguments.number(1);
  arguments.end();
  Pair pair;
  subjects::Threads threads;
  if (arguments.fixed()) {
    threads.start(writers, [&](int) { pair.update_at_once(); });
  } else {
    threads.start(writers, [&](int) { pair.update(); });
  }
  threads.start(readers, [&](int) { pair.check(); });
}
