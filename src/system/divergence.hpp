// Thrown when a replay with the same decisions differs from the recorded execution: uncontrolled
// nondeterminism.  The only exception type of the project; it ends a search.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "core/operation.hpp"

namespace heddle {

class Divergence : public std::runtime_error {
 public:
  Divergence(std::size_t at_step, ThreadId of_thread, const Operation& recorded,
             const Operation& announced, const std::string& what)
      : std::runtime_error(what),
        step(at_step),
        thread(of_thread),
        expected(recorded),
        found(announced) {}

  std::size_t step;
  ThreadId thread;
  Operation expected;  // as recorded
  Operation found;     // as announced now; kind none when the thread does not exist
};

}  // namespace heddle
