// The deepest open branch, and there the best.
#pragma once

#include <vector>

#include "search/frontier/frontier.hpp"

namespace heddle::search {

class DepthFirst final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  bool takes_all() const override { return true; }
  std::string_view name() const override { return "depth-first"; }

 private:
  std::vector<Choice> open_;  // the next one last; depths ascend
};

}  // namespace heddle::search
