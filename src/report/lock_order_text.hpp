// Describes potential deadlocks for a person: the locks that each thread holds and wants.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_lock_cycle.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// In the words of the source, each circle of places once; without those that are suppressed, which
// are counted.
std::vector<result::ReportedLockCycle> reported_lock_cycles(
    const std::vector<result::FoundLockCycle>& cycles, const Suppressions& suppressions,
    symbolize::Symbolizer& symbolizer, std::uint64_t& suppressed);

// One text of several lines for each.
std::vector<std::string> lock_order_texts(const std::vector<result::ReportedLockCycle>& cycles);

}  // namespace heddle::report
