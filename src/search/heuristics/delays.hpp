// The number of delays of the execution after a choice (Emmi, Qadeer, Rakamaric, "Delay-bounded
// scheduling", POPL 2011).  Without delays, the scheduler is round-robin in the order of creation:
// a thread runs until it blocks or ends.  Each delay skips the next thread.  The number of
// schedules does not grow with the number of threads, as it does under a bound on preemptions.
//
// The continuations of a state depend on the next thread (the context) and on the delays that are
// left (Arrivals).
#pragma once

#include <cstdint>
#include <vector>

#include "search/heuristics/rank.hpp"
#include "search/por/path_analysis.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

class Delays final : public Rank, public Arrivals, public PathAnalysis {
 public:
  // Arrivals with different counts are distinguished by the visited set, or by the context if the
  // visited set stores the count of another bound.
  enum class Count : std::uint8_t { is_in_arrival, is_context };

  explicit Delays(Count count = Count::is_in_arrival) : count_(count) {}

  Cost cost(const Path& path, const Choice& choice) override;
  Arrival arrival(const Path&) const override { return {.spent = so_far()}; }
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
