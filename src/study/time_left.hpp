// Estimates the remaining time of a study.
#pragma once

#include <cstddef>
#include <vector>

#include "study/cell_progress.hpp"

namespace heddle::study {

class TimeLeft {
 public:
  TimeLeft(std::size_t cells, double jobs) : spent_(cells), jobs_(jobs) {}

  // A run of a cell took so long.
  void add(std::size_t cell, double seconds);

  // Seconds; negative while no run has ended.  A cell is taken to go on as its own runs did, one
  // without any as the runs of all.
  double estimate(const std::vector<CellProgress>& progress) const;

 private:
  struct Spent {
    double seconds = 0;
    double runs = 0;
  };
  std::vector<Spent> spent_;
  Spent all_;
  double jobs_;
};

}  // namespace heddle::study
