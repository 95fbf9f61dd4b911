// Interface of partial-order reductions.  A reduction decides which choices of a state must be
// taken, so that every execution is equivalent to an executed one.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"
#include "search/por/wakeup_tree.hpp"

namespace heddle::search {

// A state of the path, as a reduction sees it.
struct ReductionNode {
  // Nodes are numerous and short-lived, and few threads are enabled: no need to allocate.
  using Decisions = boost::container::small_vector<Decision, 8>;
  using Threads = boost::container::small_vector<ThreadId, 8>;

  Decisions offered;                // what the bounds admit, best first
  Threads enabled;                  // regardless of the bounds
  Threads spinning;                 // and wait for another thread
  Decisions taken;                  // the last one may be in progress
  std::vector<PlannedStep> asleep;  // runs that begin with one of these are covered elsewhere
  Threads wanted;                   // threads to be tried
  WakeupTree tree;                  // sequences to be tried

  bool offers(Decision decision) const;
  bool was_taken(Decision decision) const;
  bool is_asleep(Decision decision) const;
  bool wants(ThreadId thread) const;
  bool spins(ThreadId thread) const;
  // Returns the first choice that was not taken and is not asleep.
  const Decision* first_awake() const;
};

class Reduction {
 public:
  virtual ~Reduction() = default;

  // Called when the last node was reached for the first time, in the state with this view.
  virtual void arrived(std::vector<ReductionNode>& nodes, Causality& causality,
                       const StateView& view) = 0;

  // Returns the next choice to take at the node, among those that it offers; null: the node is
  // done.
  virtual const Decision* choose(ReductionNode& node) = 0;

  // Called when everything that begins with the node's last choice, which was this step, is
  // explored.
  virtual void left(ReductionNode& node, const CausalStep& step) = 0;

  // Called at the end of an execution, or at a state where everything is covered elsewhere.  The
  // races of steps from `first_new` on are new; `left` are the threads that were blocked.
  virtual void ended(std::vector<ReductionNode>& nodes, Causality& causality,
                     std::uint32_t first_new, std::span<const LeftThread> left) = 0;

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
