// A side effect of a step: an access, creation or join that the announced operation does not
// contain.
#pragma once

#include <cstdint>

#include "core/dependence.hpp"
#include "core/ids.hpp"

namespace heddle {

struct SideEffect {
  enum class Kind : std::uint8_t {
    access,
    create,  // of `other`
    join,    // `by` joined `other`
  };
  Kind kind = Kind::access;
  // May differ from the thread of the step: a created thread runs to its first scheduling point
  // within the step of its creator, and a joining thread resumes within the step of the joined one.
  ThreadId by = kNoThread;
  ThreadId other = kNoThread;
  Access access;

  friend bool operator==(const SideEffect&, const SideEffect&) = default;
};

}  // namespace heddle
