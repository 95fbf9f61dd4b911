// Depth-first search of the part of a split search that one worker explores.  Gives the shallower
// half of its open choices to a worker that is idle, and waits for branches when it has none.
#pragma once

#include <cstddef>
#include <vector>

#include "search/split/handed_branches.hpp"
#include "search/split/work_exchange.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class SplitDepthFirst final : public Frontier {
 public:
  // REQUIRES: the exchange outlives this.
  explicit SplitDepthFirst(WorkExchange& exchange) : exchange_(exchange) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  // False: nothing is left in any worker, or the pass was stopped (WorkExchange::was_stopped).
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {}; }
  bool begins_at_root() const override { return exchange_.begins_at_root(); }

 private:
  void give();
  bool receive(Branch& into);
  void take(Branch& into);

  WorkExchange& exchange_;
  std::vector<Choice> open_;    // a stack; depths ascend towards the top
  std::size_t received_ = 0;    // the lowest of them came from another worker
  const Path* path_ = nullptr;  // of the search; null before the first offer
  HandedBranches handed_;
  Mail mail_;
};

}  // namespace heddle::search
