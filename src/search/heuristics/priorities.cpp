#include "search/heuristics/priorities.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "search/por/foreseen_step.hpp"

namespace heddle::search {
namespace {

bool is_step_of(const PlannedStep& step, Decision decision) {
  return step.thread == decision.thread && step.alternative == decision.alternative;
}

}  // namespace

void ByRank::arrived(const Path& path, std::span<const Choice> choices) {
  if (begins_.size() > path.depth()) {
    noted_.resize(begins_[path.depth()]);
    begins_.resize(path.depth());
  }
  begins_.push_back(noted_.size());
  for (const Choice& choice : choices) {
    noted_.push_back({choice.decision, rank_->cost(path, choice)});
  }
}

Cost ByRank::cost(const Choice& choice) {
  const auto begin = noted_.begin() + static_cast<std::ptrdiff_t>(begins_[choice.depth]);
  const auto noted = std::find_if(
      begin, noted_.end(), [&](const Noted& one) { return one.decision == choice.decision; });
  HEDDLE_CHECK(noted != noted_.end(), "a choice was not offered");
  return noted->cost;
}

void Asleep::arrived(const Path& path, std::span<const Choice> choices) {
  if (asleep_.size() > path.depth()) {
    // The next execution begins where it leaves this one.
    asleep_.resize(path.depth() + std::size_t{1});
  } else {
    asleep_.push_back(path.depth() == 0 ? PathSleepSets() : fall_asleep(path));
  }
  offered_.clear();
  for (const Choice& choice : choices) {
    offered_.push_back(planned(foreseen_step(*causality_, path.view(), choice.decision)));
  }
}

// Returns the steps that were asleep before the last step, or offered before it, and are
// independent of it.
Asleep::PathSleepSets Asleep::fall_asleep(const Path& path) const {
  const CausalStep& step = causality_->step(path.depth() - 1);
  const Decision taken = path.decision(path.depth() - 1);
  PathSleepSets result;
  const auto keep = [&](const PlannedStep& sleeper) {
    if (!conflict(sleeper, step)) result.push_back(sleeper);
  };
  for (const PlannedStep& sleeper : asleep_[path.depth() - 1]) keep(sleeper);
  for (const PlannedStep& earlier : offered_) {
    if (is_step_of(earlier, taken)) break;
    keep(earlier);
  }
  return result;
}

Cost Asleep::cost(const Choice& choice) {
  const PathSleepSets& asleep = asleep_[choice.depth];
  return std::any_of(asleep.begin(), asleep.end(),
                     [&](const PlannedStep& step) { return is_step_of(step, choice.decision); })
             ? 1
             : 0;
}

Cost DporPoints::cost(const Choice& choice) {
  switch (points_.kind(choice)) {
    case BacktrackPoints::Kind::reversal:
      return 0;
    case BacktrackPoints::Kind::conservative:
      return defers_ == Defers::conservative_ones ? 1 : 0;
    case BacktrackPoints::Kind::none:
      break;
  }
  return rest_ == Rest::is_point ? 0 : 2;
}

Cost NamedPlaces::cost(const Choice& choice) {
  const bool is_put_off_there =
      choice.depth < causality_->size() && is_there(causality_->step(choice.depth));
  const bool comes = comes_there(choice.depth, choice.decision.thread);
  return (is_put_off_there ? 0U : 1U) + (comes ? 0U : 1U);
}

bool NamedPlaces::is_there(const CausalStep& step) const {
  const auto address = kind_ == Kind::code ? static_cast<std::uint64_t>(step.operation.site)
                                           : static_cast<std::uint64_t>(step.operation.object);
  // The place of a step is where it returns to, which may lie just behind its function.
  const std::uint64_t at = kind_ == Kind::code ? address - 1 : address;
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const AddressRange& range) {
    return at >= range.begin && at < range.end;
  });
}

bool NamedPlaces::comes_there(std::uint32_t depth, ThreadId thread) const {
  std::uint32_t at = depth;
  while (at < causality_->size() && causality_->step(at).thread != thread) ++at;
  for (; at < causality_->size() && causality_->step(at).thread == thread; ++at) {
    if (is_there(causality_->step(at))) return true;
  }
  return false;
}

}  // namespace heddle::search
