// Two locks at once, always in the same order.
#ifndef HEDDLE_SUBJECTS_COMMON_LOCK_BOTH_HPP
#define HEDDLE_SUBJECTS_COMMON_LOCK_BOTH_HPP

#include <functional>
#include <mutex>
#include <utility>

namespace subjects {

// The lower address first.  std::scoped_lock steps aside and tries again instead, which two threads
// may do in step for ever.
template <typename Mutex>
[[nodiscard]] std::pair<std::unique_lock<Mutex>, std::unique_lock<Mutex>> lock_both(Mutex& one,
                                                                                    Mutex& other) {
  const bool in_order = std::less<>()(&one, &other);
  std::unique_lock<Mutex> first(in_order ? one : other);
  std::unique_lock<Mutex> second(in_order ? other : one);
  return {std::move(first), std::move(second)};
}

}  // namespace subjects

#endif
