#include "search/strategy/restart.hpp"

namespace heddle::search {

bool Restart::offer(const Path&, std::span<const Choice> choices) {
  size_.chose_among(choices.size());
  best_ = choices.front();
  has_best_ = true;
  return false;
}

bool Restart::next(Branch& into) {
  into.last = false;
  into.reopen = !has_best_;
  into.depth = has_best_ ? best_.depth : 0;
  into.decision = has_best_ ? best_.decision : Decision{};
  if (!has_best_) size_.run_ended();
  has_best_ = false;
  return true;
}

}  // namespace heddle::search
