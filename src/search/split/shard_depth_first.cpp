#include "search/split/shard_depth_first.hpp"

#include "core/check.hpp"

namespace heddle::search {

ShardDepthFirst::Units ShardDepthFirst::part(const Units& all, std::uint64_t i,
                                             std::uint64_t choices) {
  const std::uint64_t width = all.end - all.begin;
  const std::uint64_t begin = all.begin + i * width / choices;
  if (choices >= width) return {begin, begin + 1};
  return {begin, all.begin + (i + 1) * width / choices};
}

bool ShardDepthFirst::has_own(const Units& units) const {
  const std::uint64_t to_next = (shard_ + shards_ - units.begin % shards_) % shards_;
  return units.begin + to_next < units.end;
}

bool ShardDepthFirst::offer(const Path&, std::span<const Choice> choices) {
  is_at_end_ = false;
  const std::size_t before = open_.size();
  for (std::size_t i = choices.size(); i-- > 0;) {
    const Units units = part(here_, i, choices.size());
    if (has_own(units)) open_.push_back({choices[i], units});
  }
  HEDDLE_CHECK(open_.size() > before, "a shard without a choice in a state that has its units");
  return open_.size() > before + 1;
}

bool ShardDepthFirst::next(Branch& into) {
  if (is_foreign_end()) ++foreign_ends_;
  is_at_end_ = false;
  if (open_.empty()) return false;
  const Open taken = open_.back();
  open_.pop_back();
  into.depth = taken.choice.depth;
  into.decision = taken.choice.decision;
  into.last = open_.empty() || open_.back().choice.depth != taken.choice.depth;
  into.reopen = false;
  here_ = taken.units;
  is_at_end_ = true;
  if (!counts(here_)) ++foreign_steps_;
  return true;
}

FrontierSummary ShardDepthFirst::summary() const {
  FrontierSummary summary;
  summary.shard = shard_ + 1;
  summary.shards = shards_;
  summary.foreign_executions = foreign_ends_ + (is_foreign_end() ? 1 : 0);
  summary.foreign_transitions = foreign_steps_;
  return summary;
}

}  // namespace heddle::search
