// The figures of a study. docs/study_tables.md describes each of them.
#pragma once

#include <string>
#include <vector>

#include "study/grid.hpp"
#include "study/plots/chart.hpp"

namespace heddle::study {

struct Figure {
  std::string name;  // of its file, without an ending
  std::string rule;  // describes the drawing, in a few sentences
  Chart chart;
};

// Boxes of the costs of one subject's techniques, by their median.
Figure distribution_figure(const Grid& grid, std::size_t subject);
// The share of runs that found the error within a cost, for the techniques worth comparing.
Figure found_within_figure(const Grid& grid, std::size_t subject);
// The share of the largest pool's runs by cost, as a histogram.
Figure histogram_figure(const Grid& grid, std::size_t subject);
// The cost of N parallel searches, with the default, the minimum, and where all trials succeed.
Figure parallel_figure(const Grid& grid, std::size_t subject);
// The cost of randomized backtracking by ratio, for each strategy.
Figure ratio_figure(const Grid& grid, std::size_t subject);
// The size of the execution tree over the searches that have one.
Figure tree_figure(const Grid& grid, std::size_t subject);
// The recommended family by threshold, for each subject: its cost, and the share that found.
Figure threshold_cost_figure(const Grid& grid);
Figure threshold_found_figure(const Grid& grid);
// The share of runs that found the error, subjects by techniques.
Figure density_figure(const Grid& grid);
// The most memory that each run took, run after run.
Figure memory_figure(const Grid& grid);

// Returns all figures that are not empty, each with a unique name.
std::vector<Figure> figures_of(const Grid& grid);

}  // namespace heddle::study
