#include "search/heuristics/named_places.hpp"

#include <algorithm>

namespace heddle::search {

Cost NamedPlaces::cost(const Choice& choice) {
  const bool is_put_off_there =
      choice.depth < causality_->size() && is_there(causality_->step(choice.depth));
  const bool comes = comes_there(choice.depth, choice.decision.thread);
  return (is_put_off_there ? 0U : 1U) + (comes ? 0U : 1U);
}

bool NamedPlaces::is_there(const CausalStep& step) const {
  const auto address = of_ == Of::code ? static_cast<std::uint64_t>(step.operation.site)
                                       : static_cast<std::uint64_t>(step.operation.object);
  // The place of a step is where it returns to, which may lie just behind its function.
  const std::uint64_t at = of_ == Of::code ? address - 1 : address;
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
