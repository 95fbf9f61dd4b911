#include "search/split/rank_depth_first.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/split/place_of.hpp"

namespace heddle::search {
namespace {

Schedule schedule_of(const Place& place) {
  Schedule schedule(place.depth);
  for (const Place* at = &place; at->parent != nullptr; at = at->parent.get()) {
    schedule[at->depth - 1] = at->by;
  }
  return schedule;
}

}  // namespace

bool RankDepthFirst::offer(const Path& path, std::span<const Choice> choices) {
  present_ = path.place();
  for (std::size_t i = choices.size(); i-- > 0;) {
    open_.push_back({present_, choices[i].decision});
  }
  return choices.size() > 1;
}

bool RankDepthFirst::revisited(const Path& path, std::vector<Choice>&) {
  const Claims::Number claim = exchange_.claims().present();
  if (claim == 0) return false;
  set_aside_.emplace(claim, path.place());
  return true;
}

bool RankDepthFirst::next(Branch& into) {
  // A choice of the present state is taken first: a state with a single choice has no mark.
  if (present_ == nullptr) take_answers(false);
  while (!exchange_.is_over() && open_.empty()) {
    if (exchange_.claims().awaits_answers()) {
      take_answers(true);
    } else if (!receive()) {
      return false;
    }
  }
  if (exchange_.is_over()) return false;
  if (exchange_.others_are_idle() && open_.size() > 1) give();
  take(into);
  return true;
}

// A state that is new is opened next.  One that ended its execution has no place.
void RankDepthFirst::take_answers(bool waits) {
  for (const ClaimAnswer& answer : exchange_.claims().receive(waits)) {
    const auto found = set_aside_.find(answer.number);
    const bool is_new = answer.visit == Visit::fresh;
    if (found == set_aside_.end()) {
      if (is_new) exchange_.claims().note_new_end();
      continue;
    }
    if (answer.visit != Visit::known) open_.push_back({std::move(found->second), {}, true, is_new});
    set_aside_.erase(found);
  }
}

void RankDepthFirst::take(Branch& into) {
  Open open = std::move(open_.back());
  open_.pop_back();
  into = {};
  into.depth = open.place->depth;
  into.decision = open.decision;
  into.reopen = open.is_state;
  into.is_new = open.is_new;
  into.was_received = open.was_received;
  into.repeats = true;
  // The mark of a state that is opened serves its choices.
  into.last = !open.is_state && (open_.empty() || open_.back().place != open.place);
  if (open.is_state) exchange_.claims().come_back();
  const bool is_here = std::exchange(present_, nullptr) == open.place && !open.was_received;
  if (!is_here) into.place = std::move(open.place);
}

// All choices of the state that has waited longest: it is the shallowest, or nearly so.
void RankDepthFirst::give() {
  const auto first =
      std::find_if(open_.begin(), open_.end(), [](const Open& open) { return !open.is_state; });
  if (first == open_.end()) return;
  const auto last = std::find_if(first, open_.end(), [&](const Open& open) {
    return open.is_state || open.place != first->place;
  });
  // This worker keeps something to do.
  if (last == open_.end() && first == open_.begin()) return;
  const PlaceRef place = first->place;
  std::vector<Choice> given;
  for (auto at = first; at != last; ++at) given.push_back({place->depth, at->decision});
  if (!write_branches(schedule_of(*place), given, place->fingerprint, mail_) ||
      !exchange_.give(mail_))
    return;
  open_.erase(first, last);
}

// Returns false if the pass is over.
bool RankDepthFirst::receive() {
  if (!exchange_.take(mail_)) return false;
  read_branches(mail_, handed_);
  PlaceRef place = place_of(handed_.prefix, handed_.state);
  // By ascending depth; the deepest are taken first.
  std::vector<Open> received;
  for (auto choice = handed_.choices.rbegin(); choice != handed_.choices.rend(); ++choice) {
    while (place->depth > choice->depth) place = place->parent;
    received.push_back({place, choice->decision, false, false, true});
  }
  open_.assign(received.rbegin(), received.rend());
  return true;
}

}  // namespace heddle::search
