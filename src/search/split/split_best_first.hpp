// Best-first search of the part of a split search that one worker explores.  A worker that is idle
// gets every second execution that waits in another's fringe, in the order of their priorities.  So
// all workers execute promising ones, and every execution is executed once.
#pragma once

#include <memory>

#include "search/split/mail.hpp"
#include "search/split/work_exchange.hpp"
#include "search/strategy/best_first.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class SplitBestFirst final : public Frontier {
 public:
  // REQUIRES: the exchange outlives this, and the search has no reduction.
  SplitBestFirst(WorkExchange& exchange, std::unique_ptr<BestFirst> own);

  bool offer(const Path& path, std::span<const Choice> choices) override {
    return own_->offer(path, choices);
  }
  // False: nothing is left in any worker, or the pass was stopped (WorkExchange::was_stopped).
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return own_->summary(); }
  bool begins_at_root() const override { return exchange_.begins_at_root(); }

 private:
  void give();
  bool receive();

  WorkExchange& exchange_;
  std::unique_ptr<BestFirst> own_;
  Mail mail_;
};

}  // namespace heddle::search
