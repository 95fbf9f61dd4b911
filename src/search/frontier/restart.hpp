// The best choice of each state down to the end of the run, and then again from the initial state,
// for ever.  With a random order this is the random walk.  It needs a budget.
#pragma once

#include "search/frontier/frontier.hpp"

namespace heddle::search {

class Restart final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  bool takes_all() const override { return false; }
  std::string_view name() const override { return "restart"; }

 private:
  Choice best_;
  bool has_best_ = false;
};

}  // namespace heddle::search
