// Identifies a state.  How the system returns to it is not specified: a snapshot, a schedule to
// replay, or both.
#pragma once

#include <memory>
#include <utility>

namespace heddle {

// The data that a System keeps about a marked state; each System derives its own.
class MarkedState {
 public:
  virtual ~MarkedState() = default;
};

// Shared between all users of the state.  Counted without atomics (libstdc++'s own policy): a
// System and all holders of its marks live on one thread, and marks are made and dropped at every
// branch.
template <typename T>
using Shared = std::__shared_ptr<T, __gnu_cxx::_S_single>;

template <typename T, typename... Arguments>
Shared<T> make_shared_state(Arguments&&... arguments) {
  return std::__make_shared<T, __gnu_cxx::_S_single>(std::forward<Arguments>(arguments)...);
}

using Mark = Shared<const MarkedState>;

}  // namespace heddle
