// The order between steps of different threads: which earlier steps a step depends on directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::report {

struct OrderEdge {
  enum class Kind : std::uint8_t {
    happens_before,  // synchronisation: an unlock before the next lock, a thread's end before a
                     // join
    conflict,        // accesses to one cell, one of them a write, that only this schedule orders
  };
  std::size_t from = 0;  // positions in Trace::steps; from < to
  std::size_t to = 0;
  Kind kind = Kind::happens_before;

  friend bool operator==(const OrderEdge&, const OrderEdge&) = default;
};

// Returns the direct edges between different threads, in order of `to`.  The order within a thread
// is implied.  A condition variable is an edge from the notification to the wake-up.
std::vector<OrderEdge> order_edges(const trace::Trace& trace);

}  // namespace heddle::report
