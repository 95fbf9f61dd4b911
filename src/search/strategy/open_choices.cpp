#include "search/strategy/open_choices.hpp"

#include <algorithm>

namespace heddle::search {

bool OpenChoices::add(const Path& path, std::span<const Choice> choices) {
  std::size_t here = 0;
  for (std::size_t i = choices.size(); i-- > 0;) {
    const Choice& choice = choices[i];
    if (open_.empty() || open_.back().depth <= choice.depth) {
      open_.push_back(choice);
    } else {
      // Opened further up the path: after what is open there already.
      const auto at = std::upper_bound(
          open_.begin(), open_.end(), choice.depth,
          [](std::uint32_t depth, const Choice& other) { return depth < other.depth; });
      open_.insert(at, choice);
    }
    if (choice.depth == path.depth()) ++here;
  }
  return here > 1;
}

void OpenChoices::take(Branch& into) {
  const Choice choice = open_.back();
  open_.pop_back();
  into.depth = choice.depth;
  into.decision = choice.decision;
  into.last = open_.empty() || open_.back().depth != choice.depth;
  into.reopen = false;
}

std::vector<Decision> OpenChoices::take_deepest_state() {
  const std::uint32_t depth = open_.back().depth;
  std::size_t first = open_.size();
  while (first > 0 && open_[first - 1].depth == depth) --first;
  std::vector<Decision> decisions;
  for (std::size_t i = first; i < open_.size(); ++i) decisions.push_back(open_[i].decision);
  open_.resize(first);
  return decisions;
}

}  // namespace heddle::search
