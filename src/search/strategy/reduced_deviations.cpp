#include "search/strategy/reduced_deviations.hpp"

#include <algorithm>
#include <utility>

#include "search/por/arrival.hpp"
#include "search/por/foreseen_step.hpp"

namespace heddle::search {

// Collects what is on record for the states that are about to be reached again.
void ReducedDeviations::begin(const ExecutionTree& tree, const Chain& chain, std::uint32_t shared) {
  nodes_.resize(shared);
  first_new_ = chain.back().from == 0 ? 0 : chain.back().from - 1;
  known_.clear();
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const auto before = static_cast<std::ptrdiff_t>(known_.size());
    for (NodeId id = tree[chain[i].node].first_child; id != kNoNode; id = tree[id].next_sibling) {
      const ExecutionNode& node = tree[id];
      if (node.from <= shared || node.from > chain[i + 1].from) continue;
      known_.push_back({node.from - 1U, node.decision, tree.step(id), tree.default_step(id),
                        id == chain[i + 1].node, node.sleepers});
    }
    std::reverse(known_.begin() + before, known_.end());
  }
  std::stable_sort(known_.begin(), known_.end(),
                   [](const Known& a, const Known& b) { return a.depth < b.depth; });
}

const Decision* ReducedDeviations::arrived(const Path& path, std::span<const Choice> choices) {
  arrive(path, choices, *reduction_, *causality_, nodes_, blocked_);
  const Decision* const usual = nodes_.back().first_awake();
  is_redundant_ = usual == nullptr;
  if (usual != nullptr) {
    nodes_.back().taken.push_back(*usual);
    look_up(path);
  }
  return usual;
}

// Adds the recorded choices of the present state to its node.
void ReducedDeviations::look_up(const Path& path) {
  const auto begin =
      std::lower_bound(known_.begin(), known_.end(), path.depth(),
                       [](const Known& known, std::uint32_t depth) { return known.depth < depth; });
  auto end = begin;
  while (end != known_.end() && end->depth == path.depth()) ++end;
  ReductionNode& node = nodes_.back();
  for (auto known = begin; known != end; ++known) {
    node.taken.push_back(known->decision);
    if (!node.wants(known->decision.thread)) node.wanted.push_back(known->decision.thread);
  }
  const auto own = std::find_if(begin, end, [](const Known& known) { return known.is_own; });
  if (own != end) lull(path, {begin, end}, own->sleepers, own->default_step);
}

// The default choice and the first of the known ones fall asleep.
void ReducedDeviations::lull(const Path& path, std::span<const Known> known, std::uint32_t sleepers,
                             const PlannedStep* default_step) {
  ReductionNode& node = nodes_.back();
  const auto lull_one = [&](Decision decision, const PlannedStep* taken) {
    CausalStep step;
    if (taken == nullptr) {
      step = foreseen_step(*causality_, path.view(), decision);
    } else {
      step.thread = taken->thread;
      step.alternative = taken->alternative;
      step.with_all = taken->with_all;
      step.accesses = taken->accesses;
    }
    reduction_->left(node, step);
  };
  const Decision usual = node.taken.front();
  lull_one(usual, default_step);
  for (std::uint32_t i = 0; i + 1 < sleepers; ++i) lull_one(known[i].decision, known[i].step);
}

// Returns the step at that depth, if it did more than its operation says; null otherwise.
std::shared_ptr<const PlannedStep> ReducedDeviations::step_that_did_more(
    std::uint32_t depth) const {
  if (depth >= causality_->size()) return nullptr;
  const CausalStep& step = causality_->step(depth);
  const bool did_more =
      step.accesses.size() > step.announced || (step.with_all && !step.passes_time);
  return did_more ? std::make_shared<const PlannedStep>(planned(step)) : nullptr;
}

// After a data choice, everything that came before meets another rest of the run.
bool ReducedDeviations::is_another_alternative(std::uint32_t depth, Decision decision) const {
  const ReductionNode::Decisions& taken = nodes_[depth].taken;
  return std::any_of(taken.begin(), taken.end(), [&](Decision other) {
    return other != decision && other.thread == decision.thread;
  });
}

void ReducedDeviations::ended(ExecutionTree& tree, const Chain& chain, const Schedule&,
                              std::vector<Deviation>& into) {
  const ChainLink& own = chain.back();
  if (own.from > 0) {
    if (auto step = step_that_did_more(own.from - 1)) tree.set_step(own.node, std::move(step));
    if (is_another_alternative(own.from - 1, own.decision)) first_new_ = 0;
  }
  if (is_redundant_) {
    reduction_->ended(nodes_, *causality_, first_new_, blocked_);
  } else {
    reduction_->ended(nodes_, *causality_, first_new_, causality_->left());
  }
  is_redundant_ = false;
  for (std::uint32_t depth = 0; depth < nodes_.size(); ++depth) collect(chain, depth, into);
}

void ReducedDeviations::collect(const Chain& chain, std::uint32_t depth,
                                std::vector<Deviation>& into) {
  ReductionNode& node = nodes_[depth];
  const std::size_t before = into.size();
  std::size_t owner = chain.size() - 1;
  while (chain[owner].from > depth) --owner;
  // A deviation of the chain has the default step on record already.
  const bool took_default = owner + 1 == chain.size() || chain[owner + 1].from != depth + 1;
  std::shared_ptr<const PlannedStep> default_step;
  for (const ThreadId thread : node.wanted) {
    for (const Decision& decision : node.offered) {
      if (decision.thread != thread || node.was_taken(decision) || node.is_asleep(decision)) {
        continue;
      }
      if (took_default && into.size() == before) default_step = step_that_did_more(depth);
      node.taken.push_back(decision);
      into.push_back({chain[owner].node, {depth, decision}, default_step});
    }
  }
  std::reverse(into.begin() + static_cast<std::ptrdiff_t>(before), into.end());
}

}  // namespace heddle::search
