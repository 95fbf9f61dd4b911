#include "search/por/wakeup_tree.hpp"

#include <algorithm>
#include <utility>

namespace heddle::search {
namespace {

// Takes the step out of the sequence that it may begin.
bool take_first(const PlannedStep& step, Reversal& sequence, StepLimit limit) {
  if (!may_begin(step, sequence, limit)) return false;
  const std::size_t position = first_of(sequence, step.thread);
  if (position < sequence.size()) {
    sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(position));
  }
  return true;
}

}  // namespace

void insert(WakeupTree& into, Reversal sequence, StepLimit limit) {
  WakeupTree* at = &into;
  for (;;) {
    const auto branch =
        std::find_if(at->children.begin(), at->children.end(), [&](const WakeupTree& child) {
          return !child.in_progress && take_first(child.step, sequence, limit);
        });
    if (branch == at->children.end()) break;
    if (branch->children.empty()) return;
    at = &*branch;
  }
  for (PlannedStep& step : sequence) {
    WakeupTree& child = at->children.emplace_back();
    child.step = std::move(step);
    at = &child;
  }
}

}  // namespace heddle::search
