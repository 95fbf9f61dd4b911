// Executions that wait in the fringe of one worker of a best-first search, for another worker.
#pragma once

#include <vector>

#include "search/split/mail.hpp"
#include "search/strategy/fringe.hpp"

namespace heddle::search {

// A mail has room for so many deviations.
inline constexpr std::size_t kMostHandedDeviations = std::size_t{1} << 15U;

// REQUIRES: the executions have at most kMostHandedDeviations.
void write_executions(const std::vector<WaitingExecution>& executions, Mail& into);
std::vector<WaitingExecution> read_executions(const Mail& mail);

}  // namespace heddle::search
