#include "search/strategy/iterative_deepening.hpp"

#include "core/check.hpp"

namespace heddle::search {

IterativeDeepening::IterativeDeepening(MakeFrontier make, const Limits& limits, std::uint64_t seed)
    : make_(std::move(make)),
      inside_(make_(seed)),
      seeds_(Random(seed).split(0x64656570)),
      limit_(limits.first),
      step_(limits.step) {
  HEDDLE_CHECK(step_ > 0, "a search that deepens by nothing never ends");
}

bool IterativeDeepening::offer(const Path& path, std::span<const Choice> choices) {
  if (path.depth() < limit_) return inside_->offer(path, choices);
  has_cut_ = true;
  return false;
}

bool IterativeDeepening::revisited(const Path& path, std::vector<Choice>& into) {
  return inside_->revisited(path, into);
}

bool IterativeDeepening::next(Branch& into) {
  into = {};
  if (inside_->next(into)) return true;
  if (!has_cut_) return false;
  has_cut_ = false;
  limit_ += step_;
  inside_ = make_(seeds_.next());
  into = {};
  into.reopen = true;
  into.forget = true;
  return true;
}

}  // namespace heddle::search
