// The two tiers of the meta heuristic as ranks of choices.
#pragma once

#include <memory>
#include <vector>

#include "search/heuristics/observed_locations.hpp"
#include "search/heuristics/rank.hpp"

namespace heddle::search {

// First tier: a step that observes the next location goes before one that does not.
class NextLocation final : public Rank {
 public:
  explicit NextLocation(std::shared_ptr<const ObservedLocations> observed)
      : observed_(std::move(observed)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "next location"; }

 private:
  std::shared_ptr<const ObservedLocations> observed_;
};

// A secondary heuristic: the thread's distance to the next location, in scheduling points.  A
// thread that blocks a nearer one is ranked by that one's distance.
class LocationDistance final : public Rank {
 public:
  explicit LocationDistance(std::shared_ptr<const ObservedLocations> observed)
      : observed_(std::move(observed)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "distance"; }

 private:
  std::shared_ptr<const ObservedLocations> observed_;
};

// Another: the listed threads before all others.
class PreferredThreads final : public Rank {
 public:
  explicit PreferredThreads(std::vector<ThreadId> threads) : threads_(std::move(threads)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "preferred threads"; }

 private:
  std::vector<ThreadId> threads_;
};

}  // namespace heddle::search
