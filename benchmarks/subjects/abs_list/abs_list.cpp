// The equality of Java's synchronised Vector: `abs_list [--fixed] [ADDERS [COMPARERS]]`.  It locks
// the list that is asked, not the one that is compared with, so an addition to that one in the
// middle of a comparison makes its iterator throw.  Adders add only once a comparer has begun.
#include <cstddef>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/array_list.hpp"
#include "../common/field.hpp"
#include "../common/lock_both.hpp"
#include "../common/threads.hpp"

namespace {

// Every method locks; the count of modifications is read as it is.
class Vector {
 public:
  void add(int element) {
    std::lock_guard lock(mutex_);
    list_.add(element);
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return list_.size();
  }

  int get(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return list_.get(index);
  }

  std::size_t modifications() const { return list_.modifications(); }

  bool equals(const Vector& other) const {
    std::lock_guard lock(mutex_);
    return subjects::same_elements(*this, other);
  }

  bool equals_locking_both(const Vector& other) const {
    const auto locks = subjects::lock_both(mutex_, other.mutex_);
    return subjects::same_elements(*this, other);
  }

 private:
  mutable std::recursive_mutex mutex_;
  subjects::ArrayList list_;
};

struct Comparison {
  Vector left;
  Vector right;
  subjects::Field<bool> begun;
  bool locking_both;

  void compare() {
    if (locking_both) {
      left.equals_locking_both(right);
    } else {
      left.equals(right);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[ADDERS [COMPARERS]]");
  const int adders = arguments.number(1);
  const int comparers = arguments.number(7);
  arguments.end();
  Comparison comparison;
  comparison.locking_both = arguments.fixed();
  comparison.left.add(1);
  comparison.right.add(1);
  subjects::Threads threads;
  threads.start(adders, [&](int) {
    if (comparison.begun.get()) comparison.right.add(2);
    comparison.compare();
  });
  threads.start(comparers, [&](int) {
    comparison.begun.set(true);
    comparison.compare();
  });
}
