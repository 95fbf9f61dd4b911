#include "search/strategy/restarting.hpp"

#include <limits>
#include <utility>

namespace heddle::search {

Restarting::Restarting(MakeFrontier make, Ranking order, const Restarts& options,
                       std::uint64_t seed)
    : make_(std::move(make)),
      round_(make_(seed)),
      order_(std::move(order)),
      options_(options),
      seeds_(Random(seed).split(0x72657374)) {
  allow();
}

bool Restarting::offer(const Path& path, std::span<const Choice> choices) {
  return round_->offer(path, choices);
}

void Restarting::revisited(const Path& path, std::vector<Choice>& into) {
  --states_;
  round_->revisited(path, into);
}

bool Restarting::next(Branch& into) {
  into.forget = false;
  const bool has_next = round_->next(into);
  if (!has_next && round_->summary().pruned == 0) return false;
  if (!has_next || (states_ >= allowed_ && !into.completes)) {
    begin_again(into);
  } else {
    ++states_;
  }
  return true;
}

void Restarting::begin_again(Branch& into) {
  const std::uint64_t seed = seeds_.next();
  round_ = make_(seed);
  for (const auto& rank : order_) rank->reseed(seed);
  states_ = 1;
  ++restarts_;
  allow();
  into = {};
  into.reopen = true;
  into.forget = true;
}

void Restarting::allow() {
  allowed_ = options_.every == 0 ? std::numeric_limits<std::uint64_t>::max()
                                 : options_.every * (options_.luby ? luby_.next() : 1);
}

FrontierSummary Restarting::summary() const {
  FrontierSummary summary = round_->summary();
  summary.restarts = restarts_;
  return summary;
}

}  // namespace heddle::search
