// Abstract schedules: constraints on which writes the reads of an execution read from (Wolff, Shi,
// Duck, Mathur, Roychoudhury, "Greybox fuzzing for concurrency testing", ASPLOS 2024).
#pragma once

#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/abstract_event.hpp"

namespace heddle::search {

struct ReadsFromPair {
  AbstractEvent write;  // or the initial value
  AbstractEvent read;

  friend bool operator==(const ReadsFromPair&, const ReadsFromPair&) = default;
};

// Positive: some instance of the read reads from the write.  Negative: none does.
struct Constraint {
  ReadsFromPair pair;
  bool is_positive = true;

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// At most one constraint per pair.
using AbstractSchedule = std::vector<Constraint>;

// The pairs that constraints are made of.
class PairSource {
 public:
  virtual bool has_pairs() const = 0;
  // Draws a pair of any read.  REQUIRES: has_pairs().
  virtual ReadsFromPair draw(Random& random) const = 0;
  // Draws another write for the pair's read; returns the same pair if there is none.
  virtual ReadsFromPair draw_other_write(const ReadsFromPair& pair, Random& random) const = 0;

 protected:
  ~PairSource() = default;
};

// Returns the schedule after one or more random changes: a constraint is inserted, deleted,
// negated, or gets another write.  The result is not empty, unless there are no pairs: then the
// schedule is returned unchanged.
AbstractSchedule mutate(AbstractSchedule schedule, const PairSource& pairs, Random& random);

}  // namespace heddle::search
