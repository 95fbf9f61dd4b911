// Which technique is the best, the worst, the cheapest on one subject.  Of equals the first in the
// study's order is taken; each is absent when no technique qualifies.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "study/grid.hpp"

namespace heddle::study {

using Selected = std::optional<std::size_t>;  // an index of Grid::techniques()

// Plain depth-first search, if it was run on this subject.
Selected default_technique(const Grid& grid, std::size_t subject);

// The smallest mean cost among those of which at least this share of the runs found the error.
Selected best_of(const Grid& grid, std::size_t subject, const std::vector<std::size_t>& techniques,
                 double least_share);

// The smallest mean cost among the existing techniques that always found the error or, when none
// did, the one that found it most often.
Selected best_existing(const Grid& grid, std::size_t subject);

// The extremes, among the studied techniques of which half of the runs or more found the error:
// that of the cheapest run and that of the dearest run.
Selected of_cheapest_run(const Grid& grid, std::size_t subject);
Selected of_dearest_run(const Grid& grid, std::size_t subject);

// The studied technique whose runs found the error least often.
Selected least_successful(const Grid& grid, std::size_t subject);

}  // namespace heddle::study
