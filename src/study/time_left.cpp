#include "study/time_left.hpp"

namespace heddle::study {

void TimeLeft::add(std::size_t cell, double seconds) {
  for (Spent* spent : {&spent_[cell], &all_}) {
    spent->seconds += seconds;
    spent->runs += 1;
  }
}

double TimeLeft::estimate(const std::vector<CellProgress>& progress) const {
  if (all_.runs == 0) return -1;
  double seconds = 0;
  for (std::size_t i = 0; i < progress.size(); ++i) {
    if (progress[i].finished()) continue;
    const Spent& spent = spent_[i].runs > 0 ? spent_[i] : all_;
    seconds += progress[i].expected_left() * spent.seconds / spent.runs;
  }
  return seconds / jobs_;
}

}  // namespace heddle::study
