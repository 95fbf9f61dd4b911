// One thread before all others.
#pragma once

#include "search/heuristics/rank.hpp"

namespace heddle::search {

class ThreadPreference final : public Rank {
 public:
  explicit ThreadPreference(ThreadId preferred) : preferred_(preferred) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "thread preference"; }

 private:
  ThreadId preferred_;
};

}  // namespace heddle::search
