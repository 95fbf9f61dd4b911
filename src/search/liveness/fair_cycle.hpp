// Finds the livelocks that a run closes by itself: its present state is on the path already, every
// thread that is enabled on the cycle moved on it, none did nothing but step aside, and none made a
// choice.  A depth-first search closes every cycle of the program in this way, but may go round
// each only by one way.  The rest is in the components of the state graph, which a search that
// takes every step of every state finds on the way (open_components.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/stepping_aside.hpp"
#include "search/liveness/cycle_check.hpp"
#include "search/liveness/open_components.hpp"
#include "search/liveness/stack_index.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/thread_set.hpp"

namespace heddle::search {

class FairCycle final : public CycleCheck, public PathAnalysis {
 public:
  FairCycle() = default;
  explicit FairCycle(OpenComponents components) : components_(std::move(components)) {}

  void entered(const Path& path) override;
  std::optional<Failure> revisited(const Path& path) override;
  std::optional<Livelock> take_livelock() override;
  void check_runs_only() override { components_.reset(); }
  bool finish() override;

  std::uint64_t cycles_closed() const override { return cycles_closed_; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override;

 private:
  // Returns the depth of the present state on the path before it.
  std::optional<std::uint32_t> find_on_path(const Path& path);
  void catch_up(const Path& path);
  OpenComponents::Step last_step(const Path& path) const;

  // A state that was left.
  struct Left {
    ThreadSet enabled = 0;
    LoopStep by;
    bool is_choice = false;  // the step was one of several alternatives, see FairChoice
  };

  std::vector<Left> left_;  // by depth
  StackIndex passed_;       // the same states' fingerprints, as far as they were needed
  std::optional<OpenComponents> components_;
  std::uint64_t cycles_closed_ = 0;
};

}  // namespace heddle::search
