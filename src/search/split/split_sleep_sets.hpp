// Depth-first search with sleep sets of the part of a split search that one worker explores.
//
// The sleep set of a branch depends on the steps of its earlier siblings, and not on what follows
// them.  So a worker gives away all remaining choices of a state, with its sleep set.  The receiver
// takes them in their order and puts each to sleep, as a single worker would.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/por/causality.hpp"
#include "search/por/reduction.hpp"
#include "search/por/sleep_sets.hpp"
#include "search/split/handed_nodes.hpp"
#include "search/split/work_exchange.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class SplitSleepSets final : public Frontier {
 public:
  // REQUIRES: the exchange outlives this, and the causality is among the recipe's analyses.
  SplitSleepSets(WorkExchange& exchange, std::shared_ptr<Causality> causality)
      : exchange_(exchange), causality_(std::move(causality)) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  // False: nothing is left in any worker, or the pass was stopped (WorkExchange::was_stopped).
  bool next(Branch& into) override;
  // THROWS: Divergence when the operations on the way are not those of the sender.  Then the steps
  // that it sent have other objects here.
  void received(const Path& path) override;
  FrontierSummary summary() const override { return {}; }
  bool begins_at_root() const override { return exchange_.begins_at_root(); }

 private:
  bool backtrack(Branch& into);
  bool take(Branch& into);
  void give(std::uint32_t before);
  HandedNodes handed(std::span<const std::uint32_t> depths) const;
  bool receive(Branch& into);

  WorkExchange& exchange_;
  std::shared_ptr<Causality> causality_;
  SleepSets reduction_;
  std::vector<ReductionNode> nodes_;         // of the path, by depth
  std::vector<LeftThread> blocked_;          // at the state that was offered last
  bool arrived_ = false;                     // that state has not been left since
  std::uint32_t received_ = 0;               // so many of the nodes came from another worker
  std::uint32_t open_from_ = 0;              // no shallower node has a choice left
  std::optional<std::uint64_t> operations_;  // expected on the way to the node received last
  HandedNodes handed_;
  Mail mail_;
};

}  // namespace heddle::search
