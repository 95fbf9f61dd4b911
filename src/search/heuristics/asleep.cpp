#include "search/heuristics/asleep.hpp"

#include <algorithm>

#include "search/por/foreseen_step.hpp"

namespace heddle::search {
namespace {

bool is_step_of(const PlannedStep& step, Decision decision) {
  return step.thread == decision.thread && step.alternative == decision.alternative;
}

}  // namespace

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

}  // namespace heddle::search
