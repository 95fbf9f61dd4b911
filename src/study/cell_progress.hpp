// The progress of one cell, and the run that comes next.
//
// The counted runs must not depend on which runs ended first.  The runs of the lowest seeds count,
// up to the one that meets the stop rule.  Runs beyond it may exist, since runs are parallel; they
// are surplus.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "study/study_plan.hpp"

namespace heddle::study {

class CellProgress {
 public:
  // `cell` must outlive this object.
  explicit CellProgress(const PlannedCell& cell) : cell_(cell) {}

  // A run that is made.
  void record(std::uint64_t seed, bool found);
  // A run that goes on.
  void start(std::uint64_t seed) { running_.insert(seed); }

  // Nothing is left that could count: what still runs need not be waited for.
  bool finished() const;
  // The seed to start next; nothing when none is left.  Unless `eager`, only one that counts
  // whatever the runs that go on will find.
  std::optional<std::uint64_t> next(bool eager) const;
  // The seeds of the runs that count so far.
  std::vector<std::uint64_t> counted() const;

  std::uint64_t made() const { return found_.size(); }
  // Runs that are probably left to make, from the share of those that found an error so far.
  double expected_left() const;

 private:
  const PlannedCell& cell_;
  std::map<std::uint64_t, bool> found_;  // by seed
  std::set<std::uint64_t> running_;
};

}  // namespace heddle::study
