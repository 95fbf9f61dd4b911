// Independent runs of one search, from which parallel searches are drawn.
#pragma once

#include <cstddef>
#include <vector>

namespace heddle::study {

// What one run cost: up to the error or, when it found none, up to where it ended or was stopped.
struct PoolRun {
  double cost = 0;
  bool found = false;

  friend bool operator==(const PoolRun&, const PoolRun&) = default;
};

// The runs in the order in which they decide a parallel search: those that found the error,
// cheapest first, then the others, dearest first.  The first error stops all; without one all run
// to their end.  So of any runs drawn, the one that stands first here gives the parallel search's
// outcome.
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
