#include "search/strategy/restart.hpp"

#include <algorithm>

namespace heddle::search {

bool Restart::offer(const Path& path, std::span<const Choice> choices) {
  has_best_ = true;
  if (choices.size() > 1 && draw_end(path, choices)) return false;
  size_.chose_among(choices.size());
  best_ = choices.front();
  return false;
}

// Draws between the pending end of the program and the best of the other choices.  Returns false if
// no end is pending.
bool Restart::draw_end(const Path& path, std::span<const Choice> choices) {
  const auto& threads = path.view().threads;
  const bool is_pending = std::any_of(threads.begin(), threads.end(), [](const ThreadView& thread) {
    return thread.next.kind == OpKind::program_end;
  });
  if (!is_pending) return false;
  std::size_t end = 0;
  while (end < choices.size() && !ends_program(path, choices[end].decision.thread)) ++end;
  if (end == choices.size()) return false;
  const std::uint64_t one_in = delay_.one_in(choices.size());
  const double probability = 1 / static_cast<double>(one_in);
  if (random_.below(one_in) == 0) {
    best_ = choices[end];
    size_.chose_with(probability);
  } else {
    best_ = choices[end == 0 ? 1 : 0];
    size_.chose_with((1 - probability) / static_cast<double>(choices.size() - 1));
  }
  return true;
}

bool Restart::next(Branch& into) {
  into.last = false;
  into.reopen = !has_best_;
  into.depth = has_best_ ? best_.depth : 0;
  into.decision = has_best_ ? best_.decision : Decision{};
  if (!has_best_) {
    size_.run_ended();
    delay_.run_ended();
  }
  has_best_ = false;
  return true;
}

}  // namespace heddle::search
