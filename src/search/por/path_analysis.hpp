// Something computed along the path (clocks, sleep sets, fairness), kept in step with it by the
// loop. A piece that needs an analysis holds it; the recipe lists it once.
#pragma once

#include <cstdint>

#include "core/decision.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class PathAnalysis {
 public:
  virtual ~PathAnalysis() = default;

  // `decision` is about to be taken at the path's present state.
  virtual void stepping(const Path& path, Decision decision) = 0;

  // It was taken: the path is one longer.  Not called while asleep.
  virtual void stepped(const Path& path) = 0;

  // The path was truncated to one of its prefixes, and its state is the present one.  Not called
  // while asleep.
  virtual void rewound(const Path& path) = 0;

  // A hash of what the rest of the search depends on beside the program's state: two states that
  // differ in it are not the same.  0 while there is nothing of the kind.
  virtual std::uint64_t context(const Path&) const { return 0; }

  // Whether there is nothing to follow yet.  `stepping` alone decides when to wake up.
  bool is_asleep() const { return asleep_; }

 protected:
  bool asleep_ = false;
};

}  // namespace heddle::search
