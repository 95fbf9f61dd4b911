#include "search/strategy/randomized_backtracking.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::search {

RandomizedBacktracking::RandomizedBacktracking(BacktrackPolicy policy, const Keeping& keeping)
    : policy_(std::move(policy)),
      keeping_(keeping),
      random_(keeping.seed),
      lost_(keeping.look_up ? Pruned::Lookup::by_state : Pruned::Lookup::none) {}

bool RandomizedBacktracking::offer(const Path& path, std::span<const Choice> choices) {
  arrive(path);
  return open_.add(path, choices);
}

bool RandomizedBacktracking::next(Branch& into) {
  if (!turn_back()) return false;
  open_.take(into);
  into.place = root_ != nullptr && into.depth == root_depth_ ? root_ : nullptr;
  into.completes = completing_;
  at_ = into.depth + 1;
  fresh_ = false;
  seen_ = false;
  forced_ = false;
  return true;
}

FrontierSummary RandomizedBacktracking::summary() const {
  return {.takes_all = keeping_.complete || (over_ && pruned_ == 0), .pruned = pruned_};
}

// Records what a later backtrack must know of the present state.
void RandomizedBacktracking::arrive(const Path& path) {
  OpenState state;
  if (keeps_places()) state.place = path.place();
  if (keeping_.look_up) state.fingerprint = path.fingerprint();
  const ThreadView* last = path.view().find(path.last());
  if (last != nullptr && last->enabled()) state.turn = last->id;
  states_.resize(path.depth());
  states_.push_back(std::move(state));
  at_ = path.depth();
  fresh_ = true;
  over_ = false;
}

bool RandomizedBacktracking::revisited(const Path& path, std::vector<Choice>& into) {
  seen_ = true;
  if (!keeping_.look_up) return false;
  const auto lost = lost_.take(path.fingerprint());
  if (!lost) return false;
  pruned_ -= lost->decisions.size();
  for (auto it = lost->decisions.rbegin(); it != lost->decisions.rend(); ++it) {
    into.push_back({path.depth(), *it});
  }
  return false;
}

// Leaves states until there is a choice to take.  False: the search is over.
bool RandomizedBacktracking::turn_back() {
  for (;;) {
    leave_exhausted();
    if (open_.empty()) {
      if (!go_on()) break;
      continue;
    }
    if (!is_early()) return true;
    leave_early();
  }
  root_ = nullptr;
  completing_ = false;
  over_ = true;
  return false;
}

bool RandomizedBacktracking::is_early() {
  if (forced_ || completing_) return false;
  const Choice& choice = open_.top();
  return policy_.is_early({choice.depth, fresh_, switches(choice)});
}

// The states below the deepest open choice have nothing left.
void RandomizedBacktracking::leave_exhausted() {
  Leaving leaving = seen_ && !fresh_ ? Leaving::seen : Leaving::exhausted;
  while (!open_.empty() && at_ > open_.top().depth) {
    const bool jumps = !completing_ && policy_.jumps(leaving);
    const std::uint32_t from = jumps ? policy_.jump(at_) : at_;
    give_up(from);
    at_ = from == 0 ? 0 : from - 1;
    leaving = Leaving::exhausted;
    fresh_ = false;
  }
}

void RandomizedBacktracking::leave_early() {
  const std::uint32_t depth = open_.top().depth;
  const bool returns = keeping_.returns && policy_.returns();
  const std::uint32_t from = returns ? depth : policy_.jump(depth);
  give_up(from);
  at_ = from == 0 ? 0 : from - 1;
  fresh_ = false;
  if (!returns) return;
  suspend();
  open(*lost_.take_random(random_));
  pruned_ -= open_.size();
}

// Gives up everything open at that depth and below.
void RandomizedBacktracking::give_up(std::uint32_t from) {
  while (!open_.empty() && open_.top().depth >= from) {
    Lost lost = take_deepest_state();
    pruned_ += lost.decisions.size();
    if (keeps_places() || keeping_.look_up) lost_.add(std::move(lost));
  }
}

// The path is exhausted.  Opens what was suspended, or, at the very end, what was given up.
bool RandomizedBacktracking::go_on() {
  if (!suspended_.empty()) {
    open(std::move(suspended_.back()));
    suspended_.pop_back();
    forced_ = false;
    return true;
  }
  if (!keeping_.complete) return false;
  auto lost = lost_.take_deepest();
  if (!lost) return false;
  completing_ = true;
  pruned_ -= lost->decisions.size();
  open(std::move(*lost));
  return true;
}

// The search goes elsewhere: what is open on the path waits.
void RandomizedBacktracking::suspend() {
  const auto before = static_cast<std::ptrdiff_t>(suspended_.size());
  while (!open_.empty()) suspended_.push_back(take_deepest_state());
  std::reverse(suspended_.begin() + before, suspended_.end());
}

Lost RandomizedBacktracking::take_deepest_state() {
  const std::uint32_t depth = open_.top().depth;
  return {states_[depth], depth, open_.take_deepest_state()};
}

void RandomizedBacktracking::open(Lost lost) {
  HEDDLE_CHECK(open_.empty() && lost.state.place != nullptr, "a search went nowhere");
  for (const Decision decision : lost.decisions) open_.push({lost.depth, decision});
  root_ = lost.state.place;
  root_depth_ = lost.depth;
  states_.resize(lost.depth);
  states_.push_back(std::move(lost.state));
  at_ = lost.depth;
  fresh_ = false;
  forced_ = true;
}

bool RandomizedBacktracking::switches(const Choice& choice) const {
  const ThreadId turn = states_[choice.depth].turn;
  return turn != kNoThread && choice.decision.thread != turn;
}

}  // namespace heddle::search
