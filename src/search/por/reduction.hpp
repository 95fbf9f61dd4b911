// Which of the choices that a state offers need to be taken, so that every run is equivalent to one
// that was executed: the part in which the partial-order reductions differ.
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
  // Nodes are many and short-lived, and few threads can move: no need to allocate for them.
  using Decisions = boost::container::small_vector<Decision, 8>;
  using Threads = boost::container::small_vector<ThreadId, 8>;

  Decisions offered;                // what the bounds admit, best first
  Threads enabled;                  // whatever the bounds say
  Threads spinning;                 // and wait for somebody else
  Decisions taken;                  // the last one may be in progress
  std::vector<PlannedStep> asleep;  // runs that begin with one of these are covered elsewhere
  Threads wanted;                   // threads to be tried
  WakeupTree tree;                  // sequences to be tried

  bool offers(Decision decision) const;
  bool was_taken(Decision decision) const;
  bool is_asleep(Decision decision) const;
  bool wants(ThreadId thread) const;
  bool spins(ThreadId thread) const;
  // The first choice that was not taken and is not asleep.
  const Decision* first_awake() const;
};

// What every reduction that is said to be equal takes part of.
enum class Executes : std::uint8_t {
  one_of_each,   // exactly one of equivalent runs
  some_of_each,  // at least one
};

class Reduction {
 public:
  virtual ~Reduction() = default;

  // The last node was reached for the first time, in the state with this view.
  virtual void arrived(std::vector<ReductionNode>& nodes, Causality& causality,
                       const StateView& view) = 0;

  // The choice to take next at the node, among those that it offers; null: it is done with.
  virtual const Decision* choose(ReductionNode& node) = 0;

  // Everything that begins with the node's last choice, which was this step, is explored.
  virtual void left(ReductionNode& node, const CausalStep& step) = 0;

  // The run came to its end, or to a state where everything is covered elsewhere.  The races
  // of steps from `first_new` on are news; `left` are the threads that could not go on.
  virtual void ended(std::vector<ReductionNode>& nodes, Causality& causality,
                     std::uint32_t first_new, std::span<const LeftThread> left) = 0;

  virtual Executes executes() const { return Executes::some_of_each; }
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
