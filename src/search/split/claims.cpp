#include "search/split/claims.hpp"

namespace heddle::search {

void Claims::begin() {
  // Answers to claims of a pass that was stopped do not matter.
  collect();
  arrived_.clear();
  awaited_ = 0;
  present_ = 0;
  comes_back_ = false;
  new_ends_ = 0;
}

void Claims::claim(const Fingerprint& state, const Arrival& arrival) {
  present_ = 0;
  const Claim claim{last_ + 1, state, arrival.spent, arrival.depth};
  while (awaited_ == RankLink::kMostClaims || !link_.claims.push(claim)) {
    collect();
    if (awaited_ == RankLink::kMostClaims && !goes_on_()) return;
  }
  ++awaited_;
  present_ = ++last_;
}

const std::vector<ClaimAnswer>& Claims::receive(bool waits) {
  collect();
  if (waits && arrived_.empty()) {
    link_.waits_for_answers.store(1);
    while (arrived_.empty() && awaited_ > 0 && goes_on_()) collect();
    link_.waits_for_answers.store(0);
  }
  returned_.clear();
  returned_.swap(arrived_);
  return returned_;
}

void Claims::collect() {
  ClaimAnswer next;
  while (link_.answers.pop(next)) {
    arrived_.push_back(next);
    --awaited_;
  }
}

}  // namespace heddle::search
