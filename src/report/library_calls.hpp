// Steps inside a call of the standard library, as the one call that the user wrote.
//
// A semaphore, a latch or a future is implemented by atomics and futexes: acquire() takes a dozen
// steps.  The user knows only the call.  Calls of mutexes, condition variables and atomics are
// single steps already and stay as they are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Steps [begin, end) of one thread, without another thread's step between them.
struct CallSegment {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;  // "ready.acquire(): waits, the value is 0"

  friend bool operator==(const CallSegment&, const CallSegment&) = default;
};

// Finds the calls, in order.  A call that other threads interrupt has several segments.
std::vector<CallSegment> library_calls(const trace::Trace& trace, const SymbolizedTrace& symbols,
                                       const trace::ObjectNames& names);

}  // namespace heddle::report
