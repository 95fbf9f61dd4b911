#include "search/strategy/run_size.hpp"

#include <algorithm>

namespace heddle::search {

void RunSize::saw(const Path& path, std::size_t movable) {
  if (movable > 1) ++steps_now_;
  for (const ThreadView& thread : path.view().threads) {
    const std::size_t at = index(thread.id);
    if (at >= seen_now_.size()) seen_now_.resize(at + 1);
    if (seen_now_[at]) continue;
    seen_now_[at] = true;
    ++threads_now_;
  }
}

void RunSize::run_ended() {
  ++runs_;
  const bool is_larger = threads_now_ > threads_ || steps_now_ > steps_;
  if (!is_cut_) {
    same_ = is_larger ? 0 : same_ + 1;
    threads_ = std::max(threads_, threads_now_);
    steps_ = std::max(steps_, steps_now_);
  }
  is_cut_ = false;
  threads_now_ = 0;
  steps_now_ = 0;
  seen_now_.clear();
}

}  // namespace heddle::search
