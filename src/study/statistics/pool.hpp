// Independent runs of one search, from which parallel searches are drawn.
#pragma once

#include <cstddef>
#include <vector>

namespace heddle::study {

// The cost of one run: up to the error or, when it found none, up to its end.
struct PoolRun {
  double cost = 0;
  bool found = false;

  friend bool operator==(const PoolRun&, const PoolRun&) = default;
};

// The runs in the order in which they decide a parallel search: those that found the error,
// cheapest first, then the others, dearest first.  The first error stops all searches; without an
// error all run to their end.  So the first of any drawn runs in this order gives the outcome of
// the parallel search.
class Pool {
 public:
  explicit Pool(std::vector<PoolRun> runs);

  std::size_t size() const { return runs_.size(); }
  bool empty() const { return runs_.empty(); }
  std::size_t found() const { return found_; }
  const PoolRun& operator[](std::size_t rank) const { return runs_[rank]; }

 private:
  std::vector<PoolRun> runs_;
  std::size_t found_ = 0;
};

}  // namespace heddle::study
