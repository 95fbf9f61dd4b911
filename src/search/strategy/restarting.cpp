#include "search/strategy/restarting.hpp"

#include <limits>
#include <utility>

namespace heddle::search {

Restarting::Restarting(MakeRound make, Ranking order, const Restarts& options, std::uint64_t seed,
                       StatesOfRound states)
    : make_(std::move(make)),
      states_of_round_(std::move(states)),
      round_(make_(seed, options.first_round)),
      order_(std::move(order)),
      options_(options),
      seeds_(Random(seed).split(0x72657374)) {
  allow();
}

bool Restarting::offer(const Path& path, std::span<const Choice> choices) {
  return round_->offer(path, choices);
}

bool Restarting::revisited(const Path& path, std::vector<Choice>& into) {
  --states_;
  return round_->revisited(path, into);
}

bool Restarting::next(Branch& into) {
  into.forget = false;
  const bool has_next = round_->next(into);
  if (!has_next && round_->summary().pruned == 0) return false;
  if (has_next && (states_ < allowed_ || into.completes)) {
    ++states_;
    return true;
  }
  if (restarts_ + 1 == options_.rounds) {
    is_cut_short_ = has_next;
    return false;
  }
  begin_again(into);
  return true;
}

void Restarting::begin_again(Branch& into) {
  const std::uint64_t seed = seeds_.next();
  ++restarts_;
  round_ = make_(seed, options_.first_round + restarts_);
  for (const auto& rank : order_) rank->reseed(seed);
  states_ = 1;
  allow();
  into = {};
  into.reopen = true;
  into.forget = true;
}

void Restarting::allow() {
  if (options_.every > 0) {
    allowed_ = options_.every * (options_.luby ? luby_.next() : 1);
  } else if (states_of_round_) {
    allowed_ = states_of_round_(options_.first_round + restarts_);
  } else {
    allowed_ = std::numeric_limits<std::uint64_t>::max();
  }
}

FrontierSummary Restarting::summary() const {
  FrontierSummary summary = round_->summary();
  summary.restarts = restarts_;
  if (is_cut_short_) summary.takes_all = false;
  return summary;
}

}  // namespace heddle::search
