#include "search/split/split_sleep_sets.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"
#include "core/splitmix.hpp"
#include "search/por/arrival.hpp"
#include "search/split/place_of.hpp"
#include "system/divergence.hpp"

namespace heddle::search {
namespace {

// Returns the choices that are neither taken nor asleep, in the order in which they are taken.
std::vector<Decision> remaining(const ReductionNode& node) {
  std::vector<Decision> result;
  for (const ThreadId thread : node.wanted) {
    for (const Decision decision : node.offered) {
      if (decision.thread == thread && !node.was_taken(decision) && !node.is_asleep(decision)) {
        result.push_back(decision);
      }
    }
  }
  return result;
}

// Addresses of code and objects differ between processes with another memory layout.
class OperationHash {
 public:
  void add(const Operation& operation) {
    add(static_cast<std::uint64_t>(operation.kind));
    add(static_cast<std::uint64_t>(operation.site));
    add(static_cast<std::uint64_t>(operation.object));
  }
  void add_steps(const Causality& causality, std::uint32_t end) {
    for (std::uint32_t i = 0; i < end; ++i) add(causality.step(i).operation);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add(std::uint64_t number) {
    value_ ^= number;
    value_ = splitmix(value_);
  }

  std::uint64_t value_ = 0;
};

}  // namespace

bool SplitSleepSets::offer(const Path& path, std::span<const Choice> choices) {
  arrive(path, choices, reduction_, *causality_, nodes_, blocked_);
  arrived_ = true;
  return choices.size() > 1;
}

bool SplitSleepSets::next(Branch& into) {
  into = {};
  if (exchange_.is_over()) return false;
  if (!backtrack(into)) return receive(into);
  if (exchange_.others_are_idle()) give(into.depth);
  return true;
}

bool SplitSleepSets::backtrack(Branch& into) {
  if (std::exchange(arrived_, false)) {
    if (take(into)) return true;
    nodes_.pop_back();
  }
  for (; !nodes_.empty(); nodes_.pop_back()) {
    reduction_.left(nodes_.back(), causality_->step(static_cast<std::uint32_t>(nodes_.size() - 1)));
    if (take(into)) return true;
  }
  return false;
}

bool SplitSleepSets::take(Branch& into) {
  ReductionNode& node = nodes_.back();
  const Decision* const decision = reduction_.choose(node);
  if (decision == nullptr) return false;
  node.taken.push_back(*decision);
  into.depth = static_cast<std::uint32_t>(nodes_.size() - 1);
  into.decision = *decision;
  into.was_received = into.depth < received_;
  received_ = std::min(received_, into.depth + 1);
  open_from_ = std::min(open_from_, into.depth);
  return true;
}

// Gives the shallower half of the states that have choices left.  The steps that left the states
// before `before` were taken, so their accesses are known.
void SplitSleepSets::give(std::uint32_t before) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t depth = open_from_; depth < before; ++depth) {
    if (reduction_.choose(nodes_[depth]) != nullptr) open.push_back(depth);
  }
  open_from_ = open.empty() ? before : open.front();
  if (open.empty()) return;
  open.resize((open.size() + 1) / 2);
  if (!write_nodes(handed(open), mail_) || !exchange_.give(mail_)) return;
  for (const std::uint32_t depth : open) nodes_[depth].offered.clear();
}

HandedNodes SplitSleepSets::handed(std::span<const std::uint32_t> depths) const {
  const std::uint32_t last = depths.back();
  HandedNodes result;
  for (std::uint32_t i = 0; i < last; ++i) result.prefix.push_back(nodes_[i].taken.back());
  for (const std::uint32_t depth : depths) {
    result.nodes.push_back({depth, remaining(nodes_[depth]), nodes_[depth].asleep});
  }
  result.nodes.back().asleep.push_back(planned(causality_->step(last)));
  OperationHash operations;
  operations.add_steps(*causality_, last + 1);
  result.operations = operations.value();
  return result;
}

bool SplitSleepSets::receive(Branch& into) {
  if (!exchange_.take(mail_)) return false;
  read_nodes(mail_, handed_);
  operations_ = handed_.operations;
  nodes_.resize(handed_.prefix.size() + 1);
  for (std::size_t i = 0; i < handed_.prefix.size(); ++i) {
    nodes_[i].taken.push_back(handed_.prefix[i]);
  }
  for (HandedNode& node : handed_.nodes) {
    ReductionNode& own = nodes_[node.depth];
    own.offered.assign(node.choices.begin(), node.choices.end());
    for (const Decision decision : node.choices) {
      if (!own.wants(decision.thread)) own.wanted.push_back(decision.thread);
    }
    own.asleep = std::move(node.asleep);
  }
  received_ = static_cast<std::uint32_t>(nodes_.size());
  open_from_ = handed_.nodes.front().depth;
  HEDDLE_CHECK(take(into), "a state without choices was sent");
  into.place = place_of(handed_.prefix, {});
  return true;
}

void SplitSleepSets::received(const Path& path) {
  if (!operations_) return;
  const std::uint64_t expected = *std::exchange(operations_, std::nullopt);
  OperationHash operations;
  operations.add_steps(*causality_, path.depth());
  const ThreadView* const sleeper = path.view().find(nodes_.back().asleep.back().thread);
  if (sleeper != nullptr) operations.add(sleeper->next);
  if (operations.value() == expected) return;
  throw Divergence(path.depth(), kNoThread, {}, {},
                   "the same steps led to other operations in another process");
}

}  // namespace heddle::search
