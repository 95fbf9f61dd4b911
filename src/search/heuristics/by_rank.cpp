#include "search/heuristics/by_rank.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace heddle::search {

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

}  // namespace heddle::search
