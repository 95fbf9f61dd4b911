// Every choice that the bounds admit, at every state that the execution was the first to reach.
#pragma once

#include "search/strategy/deviations.hpp"

namespace heddle::search {

class AllDeviations final : public Deviations {
 public:
  void begin(const ExecutionTree& tree, const Chain& chain, std::uint32_t shared) override;
  const Decision* arrived(const Path& path, std::span<const Choice> choices) override;
  void ended(ExecutionTree& tree, const Chain& chain, const Schedule& run,
             std::vector<Deviation>& into) override;
  std::uint32_t first_new() const override { return from_; }

 private:
  std::uint32_t from_ = 0;
  std::vector<Choice> choices_;  // by state, the best last
  Decision default_;
};

}  // namespace heddle::search
