// 1 for a thread that fairness holds back, 0 for the others.  As a bound with limit 0 it leaves the
// fair schedules.
#pragma once

#include <memory>

#include "search/heuristics/rank.hpp"
#include "search/liveness/fair_schedule.hpp"

namespace heddle::search {

class Unfairness final : public Rank {
 public:
  explicit Unfairness(std::shared_ptr<const FairSchedule> fairness)
      : fairness_(std::move(fairness)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "unfairness"; }

 private:
  std::shared_ptr<const FairSchedule> fairness_;
};

}  // namespace heddle::search
