// The steps that explain a failure, each with its reason.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct CriticalStep {
  std::size_t position = 0;  // in Trace::steps
  std::string reason;

  friend bool operator==(const CriticalStep&, const CriticalStep&) = default;
};

// Returns the steps that the explanation of the failure refers to, in order of position: a lost
// update, a lost wake-up, the acquisition of a lock that a blocked thread waits for, the beginning
// of an endless loop, and the last step of the failing thread.  Empty without a failure.
std::vector<CriticalStep> critical_steps(const trace::Trace& trace,
                                         const trace::ObjectNames& names);

}  // namespace heddle::report
