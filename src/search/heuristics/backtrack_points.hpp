// Finds the backtrack points of dynamic partial-order reduction (DPOR; Flanagan and Godefroid, POPL
// 2005) in the execution that ended, in the variant of GAMBIT.  Each belongs to the last step that
// conflicts with a thread's next one.  The thread itself is the point if it was enabled there,
// otherwise all enabled threads are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

#include "search/engine/choice.hpp"
#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"
#include "search/por/races.hpp"

namespace heddle::search {

class BacktrackPoints {
 public:
  enum class Kind : std::uint8_t {
    reversal,      // leads to the later step of a race coming first
    conservative,  // added for want of a better one, or where a lock was released that could not
                   // have been taken
    none,
  };

  // REQUIRES: the causality is among the recipe's analyses.
  explicit BacktrackPoints(std::shared_ptr<Causality> causality)
      : causality_(std::move(causality)) {}

  // Finds the points of the races whose later step is at `first_new` or deeper, or was pending at
  // the end.
  void find(std::uint32_t first_new);

  Kind kind(const Choice& choice) const;

 private:
  void add_reversal(const Race& race, std::uint32_t end, const PlannedStep& later);
  void add_last_conflict(ThreadId thread, std::span<const Access> accesses,
                         const ClockVector& knows, std::uint32_t end);
  void add(std::uint32_t depth, ThreadId thread, Kind kind);
  void add_all(std::uint32_t depth);

  std::shared_ptr<Causality> causality_;
  std::unordered_map<std::uint64_t, Kind> points_;  // by depth and thread
};

}  // namespace heddle::search
