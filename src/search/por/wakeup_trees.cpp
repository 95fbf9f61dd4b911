#include "search/por/wakeup_trees.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/por/race_reversals.hpp"

namespace heddle::search {
namespace {

// Whether some of the steps from `first_new` on does not follow from that one.
bool has_news_of(std::uint32_t step, const Causality& causality, std::uint32_t first_new) {
  for (std::uint32_t depth = std::max(first_new, step + 1); depth < causality.size(); ++depth) {
    if (!causality.happened_before(step, depth)) return true;
  }
  return false;
}

// Returns whether a planned action is disabled because the steps before it changed its guard.
bool is_disabled_action(const StateView& view, const PlannedStep& step) {
  const ThreadView* const thread = view.find(step.thread);
  if (thread == nullptr || thread->next.kind != OpKind::action) return false;
  if (step.alternative == kAnyAlternative) return !thread->enabled();
  return step.alternative >= thread->alternatives;
}

}  // namespace

void WakeupTrees::arrived(std::vector<ReductionNode>& nodes, Causality&, const StateView& view) {
  ReductionNode& node = nodes.back();
  if (nodes.size() > 1) {
    // The branch in progress goes on here.
    WakeupTree& branch = nodes[nodes.size() - 2].tree.children.front();
    node.tree.children = std::move(branch.children);
    branch.children.clear();
    for (std::size_t i = 0; i < node.tree.children.size();) {
      if (is_disabled_action(view, node.tree.children[i].step)) {
        node.tree.children.erase(node.tree.children.begin() + static_cast<std::ptrdiff_t>(i));
      } else if (!skip_look(node, i)) {
        ++i;
      }
    }
  }
  if (!node.tree.children.empty()) return;
  const Decision* best = node.first_awake();
  if (best == nullptr) return;
  node.tree.children.emplace_back();
  node.tree.children.back().step = {best->thread, kAnyAlternative, true, {}};
}

// A thread that is known to spin sooner than in the run that the branch comes from need not look
// once more: what follows does not depend on that.
bool WakeupTrees::skip_look(ReductionNode& node, std::size_t branch) {
  std::vector<WakeupTree>& children = node.tree.children;
  if (!node.spins(children[branch].step.thread)) return false;
  const auto place = children.begin() + static_cast<std::ptrdiff_t>(branch);
  std::vector<WakeupTree> rest = std::move(place->children);
  children.insert(children.erase(place), std::make_move_iterator(rest.begin()),
                  std::make_move_iterator(rest.end()));
  return true;
}

// Puts one branch for each alternative in the place of a first one for any.
void WakeupTrees::expand_any(ReductionNode& node) {
  WakeupTree first = std::move(node.tree.children.front());
  node.tree.children.erase(node.tree.children.begin());
  std::size_t at = 0;
  for (const Decision& decision : node.offered) {
    if (decision.thread != first.step.thread) continue;
    if (node.was_taken(decision) || node.is_asleep(decision)) continue;
    WakeupTree branch;
    branch.step = first.step;
    branch.step.alternative = decision.alternative;
    const auto place = node.tree.children.begin() + static_cast<std::ptrdiff_t>(at++);
    node.tree.children.insert(place, std::move(branch));
  }
}

const Decision* WakeupTrees::choose(ReductionNode& node) {
  while (!node.tree.children.empty()) {
    if (skip_look(node, 0)) continue;
    WakeupTree& first = node.tree.children.front();
    if (first.step.alternative == kAnyAlternative) {
      expand_any(node);
      continue;
    }
    const Decision wanted{first.step.thread, first.step.alternative};
    const auto found = std::find(node.offered.begin(), node.offered.end(), wanted);
    if (found != node.offered.end() && !node.was_taken(wanted) && !node.is_asleep(wanted)) {
      first.in_progress = true;
      return &*found;
    }
    // Only time can have come in between: the other branches and races see to what follows.
    node.tree.children.erase(node.tree.children.begin());
  }
  return nullptr;
}

void WakeupTrees::left(ReductionNode& node, const CausalStep& step) {
  node.asleep.push_back(planned(step));
  node.tree.children.erase(node.tree.children.begin());
}

// Reverses the races of the execution.  A reversing sequence extends to the end of the execution,
// so an already handled race yields a new sequence when other steps follow.
void WakeupTrees::ended(std::vector<ReductionNode>& nodes, Causality& causality,
                        std::uint32_t first_new, std::span<const LeftThread> left) {
  for_each_race(causality, 0, left,
                [&](const Race& race, std::uint32_t depth, const PlannedStep& later) {
                  if (depth < first_new && !has_news_of(race.step, causality, first_new)) return;
                  reverse(nodes[race.step], causality, race, later);
                });
}

void WakeupTrees::reverse(ReductionNode& node, const Causality& causality, const Race& race,
                          const PlannedStep& later) {
  if (!race.certain) {
    for (const ThreadId thread : node.enabled) add(node, {{thread, kAnyAlternative, true, {}}});
    return;
  }
  limit_ = causality.has_cut_runs() ? StepLimit::has_cut : StepLimit::never_reached;
  add(node, reversal(causality, race, causality.size(), later));
}

void WakeupTrees::add(ReductionNode& node, Reversal sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].alternative != kAnyAlternative || !is_initial(sequence, i)) continue;
    // It is this state's choice, so the alternatives are known.
    for (const Decision& decision : node.offered) {
      if (decision.thread != sequence[i].thread) continue;
      Reversal one = sequence;
      one[i].alternative = decision.alternative;
      add(node, std::move(one));
    }
    return;
  }
  const bool is_covered =
      std::any_of(node.asleep.begin(), node.asleep.end(),
                  [&](const PlannedStep& step) { return may_begin(step, sequence, limit_); });
  if (!is_covered) insert(node.tree, std::move(sequence), limit_);
}

}  // namespace heddle::search
