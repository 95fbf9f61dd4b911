// Search strategy that takes the deepest open branch, and there the best choice.
#pragma once

#include "search/strategy/frontier.hpp"
#include "search/strategy/open_choices.hpp"

namespace heddle::search {

class DepthFirst final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override {
    return open_.add(path, choices);
  }
  bool next(Branch& into) override {
    if (open_.empty()) return false;
    open_.take(into);
    return true;
  }
  FrontierSummary summary() const override { return {}; }

 private:
  OpenChoices open_;
};

}  // namespace heddle::search
