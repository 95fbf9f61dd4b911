// The oldest open branch: every state is reached by as few steps as possible.
#pragma once

#include <deque>

#include "search/strategy/frontier.hpp"

namespace heddle::search {

class BreadthFirst final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {}; }

 private:
  struct Open {
    PlaceRef place;
    Decision decision;
    bool last = false;  // of its state
  };

  std::deque<Open> open_;
};

}  // namespace heddle::search
