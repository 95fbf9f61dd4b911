// How many preemptions the run has once the choice is taken (Musuvathi and Qadeer, "Iterative
// context bounding", PLDI 2007).  A preemption takes the turn from a thread that could have gone
// on.  Leaving a thread that yields, or that fairness holds back, is none.
//
// What may still happen depends on more than the program's state: on how many preemptions are left
// (Arrivals), and on whose turn it is, if taking it from that thread costs one (the context).
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

  // `fairness` may be null: then nobody is held back.
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
  // Whose turn it is, if it costs a preemption to take it; kNoThread otherwise.
  ThreadId holder(const Path& path) const;
  bool preempts(const Path& path, ThreadId chosen) const;
  std::uint32_t so_far() const { return counts_.empty() ? 0 : counts_.back(); }

  std::shared_ptr<const FairSchedule> fairness_;
  Count count_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

}  // namespace heddle::search
