// A study as a grid: subjects down, techniques across, and in each cell the runs with their
// figures.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/database.hpp"
#include "study/measure.hpp"
#include "study/run.hpp"
#include "study/statistics/pool.hpp"
#include "study/statistics/sample_summary.hpp"
#include "study/statistics/share.hpp"
#include "study/technique.hpp"

namespace heddle::study {

struct Cell {
  std::vector<Run> runs;  // those in which Heddle itself failed are left out
  Share share;            // of runs that found an error
  // Over the runs that found an error.
  Summary cost;
  Summary depth;  // of the error

  bool found() const { return share.found > 0; }
  bool always_found() const { return share.found > 0 && share.found == share.total; }
};

class Grid {
 public:
  // Orders subjects by their first appearance among the runs.
  Grid(std::vector<Run> runs, const std::vector<ConfigurationRow>& configurations, Measure measure);

  Measure measure() const { return measure_; }
  const std::vector<std::string>& subjects() const { return subjects_; }
  const std::vector<Technique>& techniques() const { return techniques_; }

  // Returns the cell; a combination that was not run has an empty cell.
  const Cell& cell(std::size_t subject, std::size_t technique) const {
    return cells_[subject * techniques_.size() + technique];
  }
  Pool pool(std::size_t subject, std::size_t technique) const;

  // Return the studied techniques: those with randomized backtracking or, without any, all but
  // plain depth-first search.  The others are the existing techniques.
  const std::vector<std::size_t>& studied() const { return studied_; }
  const std::vector<std::size_t>& existing() const { return existing_; }

  // Returns the number of runs that are in no cell because Heddle itself failed.
  std::size_t failed() const { return failed_; }

 private:
  void place(std::vector<Run> runs);
  void split();

  Measure measure_;
  std::vector<std::string> subjects_;
  std::vector<Technique> techniques_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> studied_;
  std::vector<std::size_t> existing_;
  std::size_t failed_ = 0;
};

}  // namespace heddle::study
