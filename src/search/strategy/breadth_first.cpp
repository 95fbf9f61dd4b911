#include "search/strategy/breadth_first.hpp"

#include "core/check.hpp"

namespace heddle::search {

bool BreadthFirst::offer(const Path& path, std::span<const Choice> choices) {
  const PlaceRef place = path.place();
  for (const Choice& choice : choices) {
    HEDDLE_CHECK(choice.depth == place->depth, "a choice further up does not wait in a queue");
    open_.push_back({place, choice.decision, false});
  }
  open_.back().last = true;
  return true;
}

bool BreadthFirst::next(Branch& into) {
  if (open_.empty()) return false;
  into = {};
  into.place = std::move(open_.front().place);
  into.depth = into.place->depth;
  into.decision = open_.front().decision;
  into.last = open_.front().last;
  open_.pop_front();
  return true;
}

}  // namespace heddle::search
