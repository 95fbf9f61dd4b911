// Selects the best, the worst and the cheapest technique on one subject.  The first in the study's
// order wins a tie; a result is absent when no technique qualifies.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "study/grid.hpp"

namespace heddle::study {

using Selected = std::optional<std::size_t>;  // an index of Grid::techniques()

// Plain depth-first search, if it was run on this subject.
Selected default_technique(const Grid& grid, std::size_t subject);

// Returns the technique with the smallest mean cost, among those whose share of runs with the error
// is at least `least_share`.
Selected best_of(const Grid& grid, std::size_t subject, const std::vector<std::size_t>& techniques,
                 double least_share);

// Returns the existing technique with the smallest mean cost, among those that always found the
// error.  When none did, returns the one that found it most often.
Selected best_existing(const Grid& grid, std::size_t subject);

// Return the techniques of the cheapest and of the dearest run, among those of which at least half
// of the runs found the error.
Selected of_cheapest_run(const Grid& grid, std::size_t subject);
Selected of_dearest_run(const Grid& grid, std::size_t subject);

// Returns the studied technique whose runs found the error least often.
Selected least_successful(const Grid& grid, std::size_t subject);

}  // namespace heddle::study
