#include "search/frontier/depth_first.hpp"

#include <algorithm>

namespace heddle::search {

bool DepthFirst::offer(const Path& path, std::span<const Choice> choices) {
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

bool DepthFirst::next(Branch& into) {
  if (open_.empty()) return false;
  const Choice choice = open_.back();
  open_.pop_back();
  into.depth = choice.depth;
  into.decision = choice.decision;
  into.last = open_.empty() || open_.back().depth != choice.depth;
  into.reopen = false;
  return true;
}

}  // namespace heddle::search
