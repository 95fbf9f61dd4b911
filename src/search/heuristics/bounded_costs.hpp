// The costs that bounds limit: preemptions, delays, depth and unfairness of an execution.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/heuristics/rank.hpp"
#include "search/liveness/fair_schedule.hpp"
#include "search/por/path_analysis.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

// The part that distinguishes arrivals with different counts of a bound: the visited set, or the
// context if the visited set stores the count of another bound.
enum class BoundCount : std::uint8_t { is_in_arrival, is_context };

// Counts the preemptions of the execution once the choice is taken (Musuvathi and Qadeer,
// "Iterative context bounding", PLDI 2007).  A preemption is a context switch away from a thread
// that could have continued.  A switch away from a thread that yields, or that fairness holds back,
// is none.
//
// The rest of the search depends on more than the program's state.  It depends on the number of
// preemptions left (Arrivals).  It also depends on the running thread, if a switch away from it
// costs a preemption (the context).
class Preemptions final : public Rank, public Arrivals, public PathAnalysis {
 public:
  // `fairness` may be null: then no thread is held back.
  explicit Preemptions(std::shared_ptr<const FairSchedule> fairness,
                       BoundCount count = BoundCount::is_in_arrival)
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
  BoundCount count_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

// The number of delays of the execution after a choice (Emmi, Qadeer, Rakamaric, "Delay-bounded
// scheduling", POPL 2011).  Without delays, the scheduler is round-robin in the order of creation:
// a thread runs until it blocks or ends.  Each delay skips the next thread.  The number of
// schedules does not grow with the number of threads, as it does under a bound on preemptions.
//
// The continuations of a state depend on the next thread (the context) and on the delays that are
// left (Arrivals).
class Delays final : public Rank, public Arrivals, public PathAnalysis {
 public:
  explicit Delays(BoundCount count = BoundCount::is_in_arrival) : count_(count) {}

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

  BoundCount count_;
  std::vector<std::uint32_t> counts_;  // after each step of the path
};

// How many steps the run has once the choice is taken.
class Depth final : public Rank, public Arrivals {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  Arrival arrival(const Path& path) const override { return {.spent = path.depth()}; }
  std::string_view name() const override { return "depth"; }
};

// 1 for a thread that fairness holds back, 0 for the others.  As a bound with limit 0 it leaves the
// fair schedules.
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
