// Java's synchronised wrapper of a list: `ary_list [--fixed] [ADDERS [COMPARERS]]`.  Its methods
// lock, but its iterators are those of the list inside and lock nothing, so a comparison goes
// through the other list while an adder changes it.
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/array_list.hpp"
#include "../common/lock_both.hpp"
#include "../common/threads.hpp"

namespace {

class SynchronizedList {
 public:
  void add(int element) {
    std::lock_guard lock(mutex_);
    list_.add(element);
  }

  bool equals(const SynchronizedList& other) const {
    std::lock_guard lock(mutex_);
    return subjects::same_elements(list_, other.list_);
  }

  bool equals_locking_both(const SynchronizedList& other) const {
    const auto locks = subjects::lock_both(mutex_, other.mutex_);
    return subjects::same_elements(list_, other.list_);
  }

 private:
  mutable std::mutex mutex_;
  subjects::ArrayList list_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[ADDERS [COMPARERS]]");
  const int adders = arguments.number(1);
  const int comparers = arguments.number(5);
  arguments.end();
  const bool fixed = arguments.fixed();
  SynchronizedList left;
  SynchronizedList right;
  left.add(1);
  right.add(1);
  const auto compare = [&] { return fixed ? left.equals_locking_both(right) : left.equals(right); };
  subjects::Threads threads;
  threads.start(adders, [&](int) {
    right.add(2);
    compare();
  });
  threads.start(comparers, [&](int) { compare(); });
}
