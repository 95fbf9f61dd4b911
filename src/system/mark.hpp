// Names a state.  Says nothing about how to return to it: a snapshot, a schedule to replay, or
// both.
#pragma once

#include <memory>
#include <utility>

namespace heddle {

// What a System keeps about a marked state; each System derives its own.
class MarkedState {
 public:
  virtual ~MarkedState() = default;
};

// Shared between the places that remember the state.  Counted without atomics (libstdc++'s own
// policy): a System and everything that holds its marks live on one thread, and marks are made and
// dropped at every branch.
template <typename T>
using Shared = std::__shared_ptr<T, __gnu_cxx::_S_single>;

template <typename T, typename... Arguments>
Shared<T> make_shared_state(Arguments&&... arguments) {
  return std::__make_shared<T, __gnu_cxx::_S_single>(std::forward<Arguments>(arguments)...);
}

using Mark = Shared<const MarkedState>;

}  // namespace heddle
