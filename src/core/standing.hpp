// How an object stands at a moment, as far as it lets threads perform operations on it or makes
// them wait: a mutex and its holder, a semaphore and whether it is empty.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

struct Standing {
  enum class Kind : std::uint8_t {
    open,    // keeps nobody waiting
    held,    // by `holder`, for itself alone
    shared,  // by readers
    closed,  // an empty semaphore, an initialisation in progress
    value,   // a cell that holds `value`
  };
  Kind kind = Kind::open;
  ThreadId holder = kNoThread;
  std::uint64_t value = 0;

  friend bool operator==(const Standing&, const Standing&) = default;
};

// Whether an object that stands so would let `thread` perform `operation` on it, whatever other
// objects say.
bool admits(const Standing& standing, ThreadId thread, const Operation& operation);

}  // namespace heddle
