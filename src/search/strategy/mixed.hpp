// Breadth-first down to a threshold; then one search of its own below every state that lies there,
// in random order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/breadth_first.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class Mixed final : public Frontier {
 public:
  // `below` orders what lies deeper than the threshold, and takes branches of the current path
  // alone.
  Mixed(std::uint64_t threshold, std::unique_ptr<Frontier> below, std::uint64_t seed)
      : threshold_(threshold), below_(std::move(below)), random_(seed) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool revisited(const Path& path, std::vector<Choice>& into) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return below_->summary(); }

 private:
  // A state at the threshold and what is still open there, the best last.
  struct Root {
    PlaceRef place;
    std::vector<Decision> open;
  };

  std::uint64_t threshold_;
  std::unique_ptr<Frontier> below_;
  Random random_;
  BreadthFirst above_;
  std::vector<Root> roots_;  // the present one last, once the search goes below
  bool is_below_ = false;
};

}  // namespace heddle::search
