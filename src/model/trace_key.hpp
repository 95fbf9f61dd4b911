// Recognises executions that differ only in the order of independent steps (Mazurkiewicz
// equivalence).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::model {

// One performed step.
struct Performed {
  ThreadId thread = kNoThread;
  OpKind kind = OpKind::none;
  std::uint64_t result = 0;
  std::vector<Access> accesses;
};

// For each thread in turn, for each of its steps: what it was, what it gave, and its vector clock.
// Equal exactly for equivalent executions.
using TraceKey = std::vector<std::uint64_t>;
TraceKey trace_key(std::span<const Performed> execution, std::size_t threads);

}  // namespace heddle::model
