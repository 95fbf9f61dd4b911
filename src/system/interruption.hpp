// Ends a search in the middle of a transition: the run is over, and the transition is not.
#pragma once

#include <stdexcept>

#include "core/ids.hpp"

namespace heddle {

// Thrown by a system whose step was left.  The system must be restarted before it is used again.
class Interruption : public std::runtime_error {
 public:
  explicit Interruption(ThreadId of_thread)
      : std::runtime_error("the run ended in the middle of a transition"), thread(of_thread) {}

  ThreadId thread;
};

}  // namespace heddle
