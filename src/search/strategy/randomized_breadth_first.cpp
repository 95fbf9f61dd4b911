#include "search/strategy/randomized_breadth_first.hpp"

namespace heddle::search {

bool RandomizedBreadthFirst::offer(const Path& path, std::span<const Choice> choices) {
  auto source = std::make_shared<Source>();
  for (const Choice& choice : choices) {
    if (choice.depth >= threshold_ && random_.unit() >= ratio_.at(choice.depth)) {
      ++dropped_;
      continue;
    }
    open_.push_back({source, choice.decision});
    ++source->waiting;
  }
  if (source->waiting == 0) return false;
  source->place = path.place();
  waiting_ += source->waiting;
  return true;
}

bool RandomizedBreadthFirst::next(Branch& into) {
  is_over_ = waiting_ == 0;
  if (is_over_) return false;
  Open& open = open_[pick()];
  const std::shared_ptr<Source> source = std::move(open.source);
  open.source = nullptr;
  into = {};
  into.place = source->place;
  into.depth = source->place->depth;
  into.decision = open.decision;
  into.last = --source->waiting == 0;
  --waiting_;
  tidy();
  return true;
}

// Returns the index of a branch that waits.
std::size_t RandomizedBreadthFirst::pick() {
  if (random_.unit() < ratio_.at(open_.front().source->place->depth)) return 0;
  if (jump_ == Jump::random) return pick_any();
  return pick_behind(jump_ == Jump::luby ? luby_.next() : 1);
}

// Passes over so many of the oldest branches, but not over the youngest.
std::size_t RandomizedBreadthFirst::pick_behind(std::uint64_t passed) {
  std::size_t found = 0;
  for (std::size_t index = 1; index < open_.size() && passed > 0; ++index) {
    if (open_[index].source == nullptr) continue;
    found = index;
    --passed;
  }
  return found;
}

std::size_t RandomizedBreadthFirst::pick_any() {
  for (;;) {
    const auto index = static_cast<std::size_t>(random_.below(open_.size()));
    if (open_[index].source != nullptr) return index;
  }
}

// At most half of the queue are gaps, so that `pick` soon hits a branch.
void RandomizedBreadthFirst::tidy() {
  while (!open_.empty() && open_.front().source == nullptr) open_.pop_front();
  if (waiting_ * 2 >= open_.size()) return;
  std::erase_if(open_, [](const Open& open) { return open.source == nullptr; });
}

}  // namespace heddle::search
