#include "search/strategy/iterative_deepening.hpp"

#include "core/check.hpp"

namespace heddle::search {

IterativeDeepening::IterativeDeepening(std::unique_ptr<Frontier> inside, std::uint64_t first,
                                       std::uint64_t step)
    : inside_(std::move(inside)), limit_(first), step_(step) {
  HEDDLE_CHECK(step > 0, "a search that deepens by nothing never ends");
}

bool IterativeDeepening::offer(const Path& path, std::span<const Choice> choices) {
  if (path.depth() < limit_) return inside_->offer(path, choices);
  has_cut_ = true;
  return false;
}

void IterativeDeepening::revisited(const Path& path, std::vector<Choice>& into) {
  inside_->revisited(path, into);
}

bool IterativeDeepening::next(Branch& into) {
  into = {};
  if (inside_->next(into)) return true;
  if (!has_cut_) return false;
  has_cut_ = false;
  limit_ += step_;
  into = {};
  into.reopen = true;
  into.forget = true;
  return true;
}

}  // namespace heddle::search
