#include "search/split/claims.hpp"

#include "core/check.hpp"

namespace heddle::search {

void Claims::begin(const Tally& tally) {
  // Answers to claims of a pass that was stopped do not matter.
  ClaimAnswer stale;
  while (link_.answers.pop(stale)) {
  }
  first_ += open_.size();
  open_.clear();
  arrived_.clear();
  awaited_ = 0;
  tally_ = &tally;
  before_ = tally;
  present_ = 0;
  was_inserted_ = false;
  surplus_ = {};
}

void Claims::claim(const Fingerprint& state, const Arrival& arrival) {
  was_inserted_ = true;
  present_ = 0;
  const Claim claim{first_ + open_.size(), state, arrival.spent, arrival.depth};
  ClaimAnswer next;
  while (awaited_ == RankLink::kMostClaims || !link_.claims.push(claim)) {
    // Choices are dropped later: the visit of the present state is not counted yet.
    while (link_.answers.pop(next)) {
      arrived_.push_back(next);
      --awaited_;
    }
    if (!goes_on_()) return;
  }
  ++awaited_;
  open_.push_back({arrival.depth, false, {}});
  present_ = claim.number;
}

void Claims::need_none() {
  was_inserted_ = true;
  present_ = 0;
}

Claims::Open* Claims::find(Number claim) {
  if (claim < first_) return nullptr;
  Open& open = open_[claim - first_];
  return open.is_answered ? nullptr : &open;
}

bool Claims::is_open(Number claim) const {
  return claim >= first_ && !open_[claim - first_].is_answered;
}

// Steps and ends belong to the state whose choice was taken; what the next state opened belongs to
// that one.  A failed state is in no visited set: it belongs to the choice.
void Claims::count(Number taken_from) {
  const Tally& now = *tally_;
  if (Open* const open = find(taken_from)) {
    open->counted.transitions += now.transitions - before_.transitions;
    open->counted.executions += now.executions - before_.executions;
    open->counted.cut += now.cut - before_.cut;
    if (!was_inserted_) open->counted.states += now.states - before_.states;
  }
  if (Open* const open = find(present_)) {
    open->counted.states += now.states - before_.states;
    open->counted.generated += now.generated - before_.generated;
    open->counted.pruned += now.pruned - before_.pruned;
  }
  before_ = now;
  was_inserted_ = false;
  present_ = 0;
}

const std::vector<Claims::Dropped>& Claims::receive() {
  dropped_.clear();
  for (const ClaimAnswer& one : arrived_) answer(one);
  arrived_.clear();
  ClaimAnswer next;
  while (link_.answers.pop(next)) {
    --awaited_;
    answer(next);
  }
  return dropped_;
}

void Claims::settle(Tally& tally) {
  receive();
  const std::uint64_t arrivals = tally.states + tally.revisits - tally.transitions;
  tally.executions -= surplus_.executions;
  tally.states -= surplus_.states;
  tally.transitions -= surplus_.transitions;
  tally.generated -= surplus_.generated;
  tally.pruned -= surplus_.pruned;
  tally.cut -= surplus_.cut;
  // Every step leads to a new state or to a known one; so does the beginning, which is no step.
  tally.revisits = tally.transitions + arrivals - tally.states;
}

void Claims::answer(const ClaimAnswer& answer) {
  Open* const open = find(answer.number);
  HEDDLE_CHECK(open != nullptr, "an answer to a claim that was not made");
  if (answer.visit == Visit::known) {
    surplus_ += open->counted;
    dropped_.push_back({answer.number, open->depth});
  } else if (answer.visit == Visit::reopened) {
    ++surplus_.states;
  }
  open->is_answered = true;
  while (!open_.empty() && open_.front().is_answered) {
    open_.pop_front();
    ++first_;
  }
}

}  // namespace heddle::search
