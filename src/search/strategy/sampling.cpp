#include "search/strategy/sampling.hpp"

namespace heddle::search {

bool Sampling::offer(const Path& path, std::span<const Choice> choices) {
  drawn_ = choices[sampler_->choose(path, choices)];
  has_drawn_ = true;
  return false;
}

bool Sampling::next(Branch& into) {
  into.last = false;
  into.reopen = !has_drawn_;
  into.depth = has_drawn_ ? drawn_.depth : 0;
  into.decision = has_drawn_ ? drawn_.decision : Decision{};
  if (!has_drawn_) sampler_->run_ended();
  has_drawn_ = false;
  return true;
}

}  // namespace heddle::search
