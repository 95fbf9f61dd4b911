#include "search/por/reduction.hpp"

#include <algorithm>

namespace heddle::search {

bool ReductionNode::offers(Decision decision) const {
  return std::find(offered.begin(), offered.end(), decision) != offered.end();
}

bool ReductionNode::was_taken(Decision decision) const {
  return std::find(taken.begin(), taken.end(), decision) != taken.end();
}

bool ReductionNode::is_asleep(Decision decision) const {
  return std::any_of(asleep.begin(), asleep.end(), [&](const PlannedStep& step) {
    return step.thread == decision.thread && step.alternative == decision.alternative;
  });
}

bool ReductionNode::wants(ThreadId thread) const {
  return std::find(wanted.begin(), wanted.end(), thread) != wanted.end();
}

bool ReductionNode::spins(ThreadId thread) const {
  return std::find(spinning.begin(), spinning.end(), thread) != spinning.end();
}

const Decision* ReductionNode::first_awake() const {
  const auto found = std::find_if(offered.begin(), offered.end(), [&](Decision decision) {
    return !was_taken(decision) && !is_asleep(decision);
  });
  return found == offered.end() ? nullptr : &*found;
}

}  // namespace heddle::search
