#include "search/split/split_depth_first.hpp"

#include <algorithm>
#include <iterator>

#include "core/check.hpp"
#include "search/split/place_of.hpp"

namespace heddle::search {

bool SplitDepthFirst::offer(const Path& path, std::span<const Choice> choices) {
  path_ = &path;
  for (std::size_t i = choices.size(); i-- > 0;) {
    HEDDLE_CHECK(choices[i].depth == path.depth(), "a split search opened an earlier state");
    open_.push_back(choices[i]);
  }
  return choices.size() > 1;
}

bool SplitDepthFirst::next(Branch& into) {
  into.place = nullptr;
  into.reopen = false;
  if (exchange_.is_over()) return false;
  if (open_.empty()) return receive(into);
  if (exchange_.others_are_idle() && open_.size() > 1) give();
  take(into);
  return true;
}

void SplitDepthFirst::take(Branch& into) {
  const Choice choice = open_.back();
  open_.pop_back();
  into.depth = choice.depth;
  into.decision = choice.decision;
  into.last = open_.empty() || open_.back().depth != choice.depth;
  into.was_received = open_.size() < received_;
  received_ = std::min(received_, open_.size());
}

// The shallow choices lead to the largest parts, and the deep ones are near the present state.
void SplitDepthFirst::give() {
  const std::size_t count = open_.size() / 2;
  const std::span<const Choice> given(open_.data(), count);
  const std::uint32_t depth = given.back().depth;
  // Before the first state that this worker opens, all choices lie on the way that it received.
  const Schedule& schedule = path_ != nullptr ? path_->schedule() : handed_.prefix;
  const bool is_identified = path_ != nullptr && path_->has_fingerprint(depth);
  const Fingerprint state = is_identified ? path_->fingerprint(depth) : Fingerprint{};
  if (!write_branches({schedule.data(), depth}, given, state, mail_) || !exchange_.give(mail_))
    return;
  open_.erase(open_.begin(), std::next(open_.begin(), static_cast<std::ptrdiff_t>(count)));
  received_ -= std::min(received_, count);
}

bool SplitDepthFirst::receive(Branch& into) {
  if (!exchange_.take(mail_)) return false;
  read_branches(mail_, handed_);
  open_ = handed_.choices;
  received_ = open_.size();
  take(into);
  into.place = place_of(handed_.prefix, handed_.state);
  return true;
}

}  // namespace heddle::search
