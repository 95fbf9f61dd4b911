#include "search/strategy/depth_first.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"
#include "search/strategy/when_exhausted.hpp"

namespace heddle::search {

DepthFirst::DepthFirst(std::unique_ptr<Retreat> retreat, const Keeping& keeping)
    : retreat_(std::move(retreat)),
      keeping_(keeping),
      random_(keeping.seed),
      lost_(keeping.look_up ? Pruned::Lookup::by_state : Pruned::Lookup::none) {}

bool DepthFirst::offer(const Path& path, std::span<const Choice> choices) {
  if (retreat_ != nullptr) arrive(path);
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
  if (retreat_ != nullptr) return next_after_retreat(into);
  if (open_.empty()) return false;
  take(into);
  return true;
}

bool DepthFirst::next_after_retreat(Branch& into) {
  if (!turn_back()) return false;
  take(into);
  into.place = root_ != nullptr && into.depth == root_depth_ ? root_ : nullptr;
  retreat_->moved(into.depth, !seen_);
  at_ = into.depth + 1;
  fresh_ = false;
  seen_ = false;
  forced_ = false;
  return true;
}

void DepthFirst::take(Branch& into) {
  const Choice choice = open_.back();
  open_.pop_back();
  into.depth = choice.depth;
  into.decision = choice.decision;
  into.last = open_.empty() || open_.back().depth != choice.depth;
  into.reopen = false;
}

FrontierSummary DepthFirst::summary() const {
  const bool takes_all = retreat_ == nullptr || keeping_.complete || (over_ && pruned_ == 0);
  return {.takes_all = takes_all, .pruned = pruned_};
}

// Remembers what a later retreat must know of the present state.
void DepthFirst::arrive(const Path& path) {
  OpenState state;
  if (keeps_places()) state.place = path.place();
  if (keeping_.look_up) state.fingerprint = path.fingerprint();
  const ThreadView* last = path.view().find(path.last());
  if (last != nullptr && last->enabled()) state.turn = last->id;
  states_.resize(path.depth());
  states_.push_back(std::move(state));
  at_ = path.depth();
  fresh_ = true;
}

void DepthFirst::revisited(const Path& path, std::vector<Choice>& into) {
  seen_ = true;
  if (retreat_ == nullptr || !keeping_.look_up) return;
  const auto lost = lost_.take(path.fingerprint());
  if (!lost) return;
  pruned_ -= lost->decisions.size();
  for (auto it = lost->decisions.rbegin(); it != lost->decisions.rend(); ++it) {
    into.push_back({path.depth(), *it});
  }
}

// Leaves states until there is a choice to take.  False: the search is over.
bool DepthFirst::turn_back() {
  for (;;) {
    leave_exhausted();
    if (open_.empty()) {
      if (!go_on()) break;
      continue;
    }
    const Choice& choice = open_.back();
    if (forced_ || !retreat_->is_early({choice.depth, fresh_, switches(choice)})) return true;
    leave_early();
  }
  over_ = true;
  return false;
}

// The states below the deepest open choice have nothing left.
void DepthFirst::leave_exhausted() {
  Leaving leaving = seen_ && !fresh_ ? Leaving::seen : Leaving::exhausted;
  while (!open_.empty() && at_ > open_.back().depth) {
    const std::uint32_t from = retreat_->jumps(leaving) ? retreat_->jump(at_) : at_;
    give_up(from);
    at_ = from == 0 ? 0 : from - 1;
    leaving = Leaving::exhausted;
    fresh_ = false;
  }
}

void DepthFirst::leave_early() {
  const std::uint32_t depth = open_.back().depth;
  const bool returns = keeping_.returns && retreat_->returns();
  const std::uint32_t from = returns ? depth : retreat_->jump(depth);
  give_up(from);
  at_ = from == 0 ? 0 : from - 1;
  fresh_ = false;
  if (!returns) return;
  suspend();
  open(*lost_.take_random(random_));
  pruned_ -= open_.size();
}

// Gives up everything open at that depth and below.
void DepthFirst::give_up(std::uint32_t from) {
  while (!open_.empty() && open_.back().depth >= from) {
    Lost lost = take_top();
    pruned_ += lost.decisions.size();
    if (keeps_places() || keeping_.look_up) lost_.add(std::move(lost));
  }
}

// The path is exhausted.  Opens what was suspended, or, at the very end, what was given up.
bool DepthFirst::go_on() {
  if (!suspended_.empty()) {
    open(std::move(suspended_.back()));
    suspended_.pop_back();
    forced_ = false;
    return true;
  }
  if (!keeping_.complete) return false;
  auto lost = lost_.take_deepest();
  if (!lost) return false;
  if (!completing_) retreat_ = std::make_unique<WhenExhausted>();
  completing_ = true;
  pruned_ -= lost->decisions.size();
  open(std::move(*lost));
  return true;
}

// The search goes elsewhere: what is open on the path waits.
void DepthFirst::suspend() {
  const auto before = static_cast<std::ptrdiff_t>(suspended_.size());
  while (!open_.empty()) suspended_.push_back(take_top());
  std::reverse(suspended_.begin() + before, suspended_.end());
}

// Removes and returns the open choices of the deepest state that has any.
Lost DepthFirst::take_top() {
  Lost lost;
  lost.depth = open_.back().depth;
  lost.state = states_[lost.depth];
  std::size_t first = open_.size();
  while (first > 0 && open_[first - 1].depth == lost.depth) --first;
  for (std::size_t i = first; i < open_.size(); ++i) lost.decisions.push_back(open_[i].decision);
  open_.resize(first);
  return lost;
}

void DepthFirst::open(Lost lost) {
  HEDDLE_CHECK(open_.empty() && lost.state.place != nullptr, "a search went nowhere");
  for (const Decision decision : lost.decisions) open_.push_back({lost.depth, decision});
  root_ = lost.state.place;
  root_depth_ = lost.depth;
  states_.resize(lost.depth);
  states_.push_back(std::move(lost.state));
  at_ = lost.depth;
  fresh_ = false;
  forced_ = true;
}

bool DepthFirst::switches(const Choice& choice) const {
  const ThreadId turn = states_[choice.depth].turn;
  return turn != kNoThread && choice.decision.thread != turn;
}

void DepthFirst::begin_again(std::uint64_t seed) {
  open_.clear();
  if (retreat_ == nullptr) return;
  HEDDLE_CHECK(!completing_, "a search that completes does not begin again");
  lost_.clear();
  suspended_.clear();
  states_.clear();
  root_ = nullptr;
  at_ = 0;
  pruned_ = 0;
  fresh_ = false;
  seen_ = false;
  forced_ = false;
  over_ = false;
  random_ = Random(seed).split(0x6c6f7374);
  retreat_->reseed(seed);
}

}  // namespace heddle::search
