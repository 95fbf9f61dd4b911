// How many delays the run has once the choice is taken (Emmi, Qadeer, Rakamaric, "Delay-bounded
// scheduling", POPL 2011).  Without delays, a thread goes on until it blocks or ends, and then the
// next one in the order of their creation that can, round and round.  Each delay passes over the
// thread whose turn it would be.  The number of schedules does not grow with that of threads, as it
// does under a bound on preemptions.
//
// What may still happen depends on whose turn it is (the context) and how many are left (Spending).
#pragma once

#include <cstdint>
#include <vector>

#include "search/heuristics/rank.hpp"
#include "search/heuristics/spending.hpp"
#include "search/por/path_analysis.hpp"

namespace heddle::search {

class Delays final : public Rank, public Spending, public PathAnalysis {
 public:
  // How states that were reached with different counts are kept apart: by their spending, or, where
  // another bound's spending is remembered, by the context.
  enum class Count : std::uint8_t { is_spending, is_context };

  explicit Delays(Count count = Count::is_spending) : count_(count) {}

  Cost cost(const Path& path, const Choice& choice) override;
  Cost spent(const Path&) const override { return so_far(); }
  std::string_view name() const override { return "delays"; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override { counts_.resize(path.depth()); }
  std::uint64_t context(const Path& path) const override;

 private:
  static std::uint32_t passed_over(const Path& path, ThreadId chosen);
  std::uint32_t so_far() const { return counts_.empty() ? 0 : counts_.back(); }

  Count count_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

}  // namespace heddle::search
