#include "search/strategy/mixed.hpp"

#include "core/check.hpp"

namespace heddle::search {

bool Mixed::offer(const Path& path, std::span<const Choice> choices) {
  if (path.depth() > threshold_) return below_->offer(path, choices);
  HEDDLE_CHECK(!is_below_, "a search below the threshold came back above it");
  if (path.depth() < threshold_) return above_.offer(path, choices);
  Root& root = roots_.emplace_back();
  root.place = path.place();
  for (std::size_t i = choices.size(); i-- > 0;) root.open.push_back(choices[i].decision);
  return true;
}

bool Mixed::revisited(const Path& path, std::vector<Choice>& into) {
  return path.depth() > threshold_ && below_->revisited(path, into);
}

bool Mixed::next(Branch& into) {
  into = {};
  if (above_.next(into)) return true;
  if (!is_below_) {
    is_below_ = true;
    random_.shuffle(roots_);
  }
  if (below_->next(into)) return true;
  if (!roots_.empty() && roots_.back().open.empty()) roots_.pop_back();
  if (roots_.empty()) return false;
  Root& root = roots_.back();
  into = {};
  into.place = root.place;
  into.depth = root.place->depth;
  into.decision = root.open.back();
  root.open.pop_back();
  into.last = root.open.empty();
  return true;
}

}  // namespace heddle::search
