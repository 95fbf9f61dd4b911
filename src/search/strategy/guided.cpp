#include "search/strategy/guided.hpp"

#include <algorithm>
#include <utility>

namespace heddle::search {
namespace {

constexpr std::size_t kMostDoublings = 20;  // a level this far above another is always drawn

}  // namespace

bool Guided::offer(const Path& path, std::span<const Choice> choices) {
  arrived_ = true;
  best_ = choices.front();
  if (choices.size() == 1) return false;
  const auto source = std::make_shared<Source>();
  source->place = path.place();
  source->waiting = choices.size() - 1;
  for (const Choice& choice : choices.subspan(1)) {
    const Cost value = parts_.secondary == nullptr ? 0 : parts_.secondary->cost(path, choice);
    keep(parts_.observed->count(), value, {source, choice.decision});
  }
  return true;
}

void Guided::keep(std::size_t level, Cost value, Open open) {
  if (levels_.size() <= level) levels_.resize(level + 1);
  levels_[level][value].push_back(std::move(open));
  if (++waiting_ > parts_.capacity) drop_worst();
}

void Guided::drop_worst() {
  for (Level& level : levels_) {
    if (level.empty()) continue;
    const auto worst = std::prev(level.end());
    --worst->second.back().source->waiting;
    worst->second.pop_back();
    if (worst->second.empty()) level.erase(worst);
    --waiting_;
    ++dropped_;
    return;
  }
}

bool Guided::next(Branch& into) {
  into = {};
  if (std::exchange(arrived_, false)) {
    into.depth = best_.depth;
    into.decision = best_.decision;
    return true;
  }
  if (waiting_ == 0) return false;
  Level& level = levels_[draw_level()];
  std::vector<Open>& nearest = level.begin()->second;
  std::swap(nearest[static_cast<std::size_t>(random_.below(nearest.size()))], nearest.back());
  const Open open = std::move(nearest.back());
  nearest.pop_back();
  if (nearest.empty()) level.erase(level.begin());
  --waiting_;
  into.place = open.source->place;
  into.depth = open.source->place->depth;
  into.decision = open.decision;
  into.last = --open.source->waiting == 0;
  return true;
}

// REQUIRES: a branch waits.
std::size_t Guided::draw_level() {
  const std::size_t highest = levels_.size() - 1;
  const auto weight = [&](std::size_t level) -> std::uint64_t {
    if (levels_[level].empty()) return 0;
    const std::size_t below = std::min(highest - level, kMostDoublings);
    return std::uint64_t{1} << (kMostDoublings - below);
  };
  std::uint64_t total = 0;
  for (std::size_t level = 0; level < levels_.size(); ++level) total += weight(level);
  std::uint64_t drawn = random_.below(total);
  std::size_t level = 0;
  while (drawn >= weight(level)) drawn -= weight(level++);
  return level;
}

}  // namespace heddle::search
