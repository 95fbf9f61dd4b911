// Depth-first search of the part of a search that one rank explores, if the visited set is divided
// among ranks.  A state of another rank is set aside until that rank has answered; meanwhile the
// worker takes other choices.  So choices are named by places, which stay valid off the path.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "search/split/handed_branches.hpp"
#include "search/split/work_exchange.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class RankDepthFirst final : public Frontier {
 public:
  // REQUIRES: the exchange outlives this, and is remote.
  explicit RankDepthFirst(WorkExchange& exchange) : exchange_(exchange) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  // The present state may have been claimed.
  bool revisited(const Path& path, std::vector<Choice>& into) override;
  // False: nothing is left in any rank, or the pass was stopped (WorkExchange::was_stopped).
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {}; }
  bool begins_at_root() const override { return exchange_.begins_at_root(); }

 private:
  // A choice, or a state whose choices have not been opened.
  struct Open {
    PlaceRef place;
    Decision decision;
    bool is_state = false;
    bool is_new = false;  // and not only to be explored again
    bool was_received = false;
  };

  void take_answers(bool waits);
  void give();
  bool receive();
  void take(Branch& into);

  WorkExchange& exchange_;
  std::vector<Open> open_;                                  // a stack
  std::unordered_map<Claims::Number, PlaceRef> set_aside_;  // by claim
  PlaceRef present_;  // if the last state offered is the present one
  HandedBranches handed_;
  Mail mail_;
};

}  // namespace heddle::search
