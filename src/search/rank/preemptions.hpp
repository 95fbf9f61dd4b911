// How many preemptions the run has once the choice is taken (Musuvathi and Qadeer, "Iterative
// context bounding", PLDI 2007).  A preemption takes the turn from a thread that could have gone
// on.  Leaving a thread that yields, or that fairness holds back, is none.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/analysis/fair_schedule.hpp"
#include "search/analysis/path_analysis.hpp"
#include "search/rank/rank.hpp"

namespace heddle::search {

class Preemptions final : public Rank, public PathAnalysis {
 public:
  // `fairness` may be null: then nobody is held back.
  explicit Preemptions(std::shared_ptr<const FairSchedule> fairness)
      : fairness_(std::move(fairness)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "preemptions"; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override { counts_.resize(path.depth()); }

 private:
  bool preempts(const Path& path, ThreadId chosen) const;
  std::uint32_t so_far() const { return counts_.empty() ? 0 : counts_.back(); }

  std::shared_ptr<const FairSchedule> fairness_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

}  // namespace heddle::search
