// What a step did besides the operation that was announced: it used or freed memory, created
// threads, waited for the ends of others.
#pragma once

#include <cstdint>

#include "core/dependence.hpp"
#include "core/ids.hpp"

namespace heddle {

struct Deed {
  enum class Kind : std::uint8_t {
    access,
    create,  // of `other`
    join,    // `by` learned that `other` has ended
  };
  Kind kind = Kind::access;
  // Not always the thread whose step it was: who is created runs a little at once, and whoever
  // waits for a thread that ends goes on in the same step.
  ThreadId by = kNoThread;
  ThreadId other = kNoThread;
  Access access;

  friend bool operator==(const Deed&, const Deed&) = default;
};

}  // namespace heddle
