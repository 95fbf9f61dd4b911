#include "search/strategy/best_first.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/check.hpp"
#include "system/divergence.hpp"

namespace heddle::search {
namespace {

void expect_offered(const Path& path, std::span<const Choice> choices, Decision decision) {
  const bool is_there = std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
    return choice.decision == decision;
  });
  if (is_there) return;
  const ThreadView* thread = path.view().find(decision.thread);
  const Operation found = thread == nullptr ? Operation() : thread->next;
  throw Divergence(path.depth(), decision.thread, Operation(), found,
                   "a choice that there was before is not there any more");
}

}  // namespace

BestFirst::BestFirst(std::unique_ptr<Deviations> deviations, ExecutionTree::Records records,
                     Hierarchy priority)
    : deviations_(std::move(deviations)),
      tree_(records),
      fringe_(tree_),
      priority_(std::move(priority)) {
  chain_.push_back({tree_.root(), 0, {}});
  deviations_->begin(tree_, chain_, 0);
}

bool BestFirst::offer(const Path& path, std::span<const Choice> choices) {
  HEDDLE_CHECK(run_.size() == path.depth(), "an execution is out of step with the path");
  priority_.arrived(path, choices);
  const Decision* const usual = deviations_->arrived(path, choices);
  arrived_ = true;
  goes_on_ = usual != nullptr;
  if (const ChainLink* const deviation = deviation_at(path.depth())) {
    expect_offered(path, choices, deviation->decision);
    decision_ = deviation->decision;
    goes_on_ = true;
    ++followed_;
  } else if (usual != nullptr) {
    decision_ = *usual;
  }
  return choices.size() > 1;
}

const ChainLink* BestFirst::deviation_at(std::uint32_t depth) const {
  if (followed_ == chain_.size() || chain_[followed_].from != depth + 1) return nullptr;
  return &chain_[followed_];
}

bool BestFirst::next(Branch& into) {
  if (arrived_ && goes_on_) return go_on(into);
  if (!is_finished_) finish();
  return begin(into);
}

bool BestFirst::go_on(Branch& into) {
  arrived_ = false;
  into = {};
  into.depth = static_cast<std::uint32_t>(run_.size());
  into.decision = decision_;
  // The first states of an execution are its parent's.
  into.again = into.depth + 1 < chain_.back().from;
  run_.push_back(decision_);
  return true;
}

void BestFirst::finish() {
  arrived_ = false;
  is_finished_ = true;
  const NodeId node = chain_.back().node;
  tree_[node].executed = 1;
  found_.clear();
  deviations_->ended(tree_, chain_, run_, found_);
  if (!found_.empty()) priority_.ended(deviations_->first_new());
  add_found();
  tree_.let_go(node);
  curve_.take(tree_.size());
  fringe_.relieve();
}

// Adds the deviations to the tree in the order of their executions, since a choice falls asleep
// only in those that were added later; and to the fringe in the order in which they were found.
void BestFirst::add_found() {
  costs_.clear();
  for (const Deviation& deviation : found_) costs_.push_back(priority_.cost(deviation.choice));
  order_.resize(found_.size());
  std::iota(order_.rbegin(), order_.rend(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return costs_[a] < costs_[b]; });
  nodes_.resize(found_.size());
  for (const std::size_t at : order_) {
    const Deviation& deviation = found_[at];
    nodes_[at] = tree_.add(deviation.parent, deviation.choice.depth, deviation.choice.decision);
    if (deviation.default_step) tree_.set_default_step(nodes_[at], deviation.default_step);
  }
  for (std::size_t at = 0; at < found_.size(); ++at) fringe_.push(nodes_[at], costs_[at]);
}

void BestFirst::leave_root_to_another() {
  tree_[tree_.root()].executed = 1;
  tree_.let_go(tree_.root());
  chain_.clear();
  is_finished_ = true;
}

void BestFirst::limit_memory(std::size_t bytes, std::string folder) {
  fringe_.keep_below(bytes / sizeof(ExecutionNode), std::move(folder));
}

bool BestFirst::begin(Branch& into) {
  const NodeId node = fringe_.pop();
  if (node == kNoNode) return false;
  tree_.begin(node);
  Chain chain = chain_to(node);
  const std::uint32_t shared = shared_with(chain);
  chain_ = std::move(chain);
  is_finished_ = false;
  followed_ = 1;
  while (followed_ < chain_.size() && chain_[followed_].from <= shared) ++followed_;
  run_.resize(shared);
  deviations_->begin(tree_, chain_, shared);
  into = {};
  into.depth = shared;
  into.reopen = true;
  into.again = true;
  return true;
}

Chain BestFirst::chain_to(NodeId node) const {
  Chain chain;
  for (NodeId id = node; id != kNoNode; id = tree_[id].parent) {
    chain.push_back({id, tree_[id].from, tree_[id].decision});
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

// How many steps the execution takes as the last one did.
std::uint32_t BestFirst::shared_with(const Chain& other) const {
  if (chain_.empty()) return 0;
  std::size_t common = 1;
  while (common < chain_.size() && chain_[common].from == other[common].from &&
         chain_[common].decision == other[common].decision) {
    ++common;
  }
  const std::uint32_t there = other[common].from - 1;
  return common == chain_.size() ? there : std::min(there, chain_[common].from - 1);
}

}  // namespace heddle::search
