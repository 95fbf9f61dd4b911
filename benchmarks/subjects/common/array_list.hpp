// A list that fails fast: it counts its modifications, and an iterator that was made before the
// last one throws.  No locks: whoever shares one brings them.
#ifndef HEDDLE_SUBJECTS_COMMON_ARRAY_LIST_HPP
#define HEDDLE_SUBJECTS_COMMON_ARRAY_LIST_HPP

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "field.hpp"

namespace subjects {

struct ConcurrentModification : std::logic_error {
  ConcurrentModification() : std::logic_error("the list was modified during an iteration") {}
};

class ArrayList {
 public:
  ArrayList() { elements_.resize(initial_capacity); }

  void add(int element) {
    modifications_.add(1);
    if (size_.get() == elements_.size()) elements_.resize(2 * elements_.size());
    elements_[size_.get()] = element;
    size_.add(1);
  }

  std::size_t size() const { return size_.get(); }

  // THROWS: std::out_of_range
  int get(std::size_t index) const {
    if (index >= size()) throw std::out_of_range("index beyond the end of the list");
    return elements_[index];
  }

  std::size_t modifications() const { return modifications_.get(); }

 private:
  static constexpr std::size_t initial_capacity = 10;

  std::vector<int> elements_;
  Field<std::size_t> size_;
  Field<std::size_t> modifications_;
};

// Goes through anything with size, get and modifications, with the locks that these take.
template <typename List>
class ListIterator {
 public:
  explicit ListIterator(const List& list) : list_(list), expected_(list.modifications()) {}

  bool has_next() const { return cursor_ != list_.size(); }

  // THROWS: ConcurrentModification
  int next() {
    check();
    const int element = list_.get(cursor_);
    check();
    ++cursor_;
    return element;
  }

 private:
  void check() const {
    if (list_.modifications() != expected_) throw ConcurrentModification();
  }

  const List& list_;
  std::size_t cursor_ = 0;
  std::size_t expected_;
};

// Whether two lists have the same elements, by iteration.  THROWS: ConcurrentModification
template <typename List>
bool same_elements(const List& left, const List& right) {
  ListIterator<List> l(left);
  ListIterator<List> r(right);
  while (l.has_next() && r.has_next()) {
    if (l.next() != r.next()) return false;
  }
  return !l.has_next() && !r.has_next();
}

}  // namespace subjects

#endif
