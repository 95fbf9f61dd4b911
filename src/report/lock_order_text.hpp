// Describes potential deadlocks for a person: the locks that each thread holds and wants.
#pragma once

#include <string>
#include <vector>

#include "report/suppressions.hpp"
#include "result/found_lock_cycle.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

bool is_suppressed(const result::FoundLockCycle& cycle, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer);

// Adds the names in the source.  Keeps the first of several cycles with the same locations.
void name_locks(std::vector<result::FoundLockCycle>& cycles, symbolize::Symbolizer& symbolizer);

// Returns one text of several lines for each cycle.  REQUIRES: the locks have names.
std::vector<std::string> lock_order_texts(const std::vector<result::FoundLockCycle>& cycles);

}  // namespace heddle::report
