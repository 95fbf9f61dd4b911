// Counts the preemptions of the execution once the choice is taken (Musuvathi and Qadeer,
// "Iterative context bounding", PLDI 2007).  A preemption is a context switch away from a thread
// that could have continued.  A switch away from a thread that yields, or that fairness holds back,
// is none.
//
// The rest of the search depends on more than the program's state.  It depends on the number of
// preemptions left (Arrivals).  It also depends on the running thread, if a switch away from it
// costs a preemption (the context).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/heuristics/rank.hpp"
#include "search/liveness/fair_schedule.hpp"
#include "search/por/path_analysis.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

class Preemptions final : public Rank, public Arrivals, public PathAnalysis {
 public:
  // Arrivals with different counts are distinguished by the visited set, or by the context if the
  // visited set stores the count of another bound.
  enum class Count : std::uint8_t { is_in_arrival, is_context };

  // `fairness` may be null: then no thread is held back.
  explicit Preemptions(std::shared_ptr<const FairSchedule> fairness,
                       Count count = Count::is_in_arrival)
      : fairness_(std::move(fairness)), count_(count) {}

  Cost cost(const Path& path, const Choice& choice) override;
  Arrival arrival(const Path&) const override { return {.spent = so_far()}; }
  std::string_view name() const override { return "preemptions"; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override { counts_.resize(path.depth()); }
  std::uint64_t context(const Path& path) const override;

 private:
  // Returns the running thread, if a switch away from it costs a preemption; kNoThread otherwise.
  ThreadId holder(const Path& path) const;
  bool preempts(const Path& path, ThreadId chosen) const;
  std::uint32_t so_far() const { return counts_.empty() ? 0 : counts_.back(); }

  std::shared_ptr<const FairSchedule> fairness_;
  Count count_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

}  // namespace heddle::search
