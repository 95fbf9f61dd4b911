// The strongly connected components of the graph that a depth-first search walks through, found
// while it does so (Tarjan).  Only states of unfinished components are kept.  A component is
// finished when the search leaves its first state for good; then it is judged and dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.hpp"
#include "core/stepping_aside.hpp"
#include "search/liveness/livelock.hpp"
#include "search/liveness/stack_index.hpp"
#include "search/por/thread_set.hpp"

namespace heddle::search {

class OpenComponents {
 public:
  struct Step {
    Decision by;
    LoopStep operation;
  };

  // The search has arrived at `depth` in a state that is new, or in one that it has visited before.
  // All deeper states are left for good.  `step` led there; at depth 0 it has no meaning.
  void enter(std::uint32_t depth, const Fingerprint& state, ThreadSet enabled, const Step& step,
             const std::vector<FairChoice>& choices = {});
  void meet(std::uint32_t depth, const Fingerprint& state, const Step& step);

  // The search has ended.
  void finish() { leave_to(0); }

  // Returns a livelock in a finished component, once.  It is fair, and not excused.
  std::optional<Livelock> take_livelock();

  // Returns the depth of a state that is on the path.
  std::optional<std::uint32_t> depth_of(const Fingerprint& state) const;

 private:
  struct State {
    ThreadSet enabled = 0;
    std::uint32_t low = 0;    // the earliest open state within reach
    std::uint32_t depth = 0;  // at which the search entered it
  };

  struct Choice {
    std::uint32_t state = 0;
    FairChoice way;
  };

  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Step step;
  };

  // A state on the path.
  struct Call {
    std::uint32_t state = 0;
    std::uint32_t first_edge = 0;  // of those that were added since it was entered
  };

  void leave_to(std::uint32_t depth);
  void leave_last();
  void judge(const Call& root);
  bool may_be_fair(const Call& root) const;
  void search_fair_cycle(const Call& root);

  StackIndex index_;             // of the open states
  std::vector<State> open_;      // by the order of entering
  std::vector<Choice> choices_;  // in open states, by their order
  std::vector<Edge> edges_;      // between open states; those of a component are the last ones
  std::vector<Call> calls_;      // by depth
  std::optional<Livelock> found_;
};

}  // namespace heddle::search
