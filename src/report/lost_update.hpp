// Finds the two places that must not interleave in the commonest bug of all: a thread reads a
// cell, another one writes it, and the first writes what it computed from the old value.
#pragma once

#include <cstddef>
#include <optional>

#include "trace/trace.hpp"

namespace heddle::report {

// Indices into Trace::steps.
struct LostUpdate {
  std::size_t read = 0;
  std::size_t lost = 0;       // the other thread's write, overwritten unseen
  std::size_t overwrite = 0;  // the write by the thread that read
};

// The last one in the trace.  Only plain and atomic loads and stores count, not updates that are
// atomic as a whole.
std::optional<LostUpdate> find_lost_update(const trace::Trace& trace);

}  // namespace heddle::report
