// Heuristics along a sequence of locations: how many were observed, and which thread is nearest to
// the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/heuristics/rank.hpp"
#include "search/por/path_analysis.hpp"
#include "system/guidance.hpp"

namespace heddle::search {

// How many locations of the sequence the path has observed, in order.  The first tier of the meta
// heuristic's ranking.  Threads are not assigned to locations.
class ObservedLocations final : public PathAnalysis {
 public:
  explicit ObservedLocations(std::shared_ptr<const Guidance> guidance)
      : guidance_(std::move(guidance)) {}

  // On the path to the present state.
  std::size_t count() const { return observations_.size(); }
  bool all() const { return count() == guidance_->locations(); }
  const Guidance& guidance() const { return *guidance_; }

  // The thread that observed the last one.  REQUIRES: count() > 0.
  ThreadId last_observer() const { return observations_.back().thread; }

  // The most that any path has observed.
  std::size_t most() const { return most_; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override;
  // A state that was reached with fewer observed locations must not hide it from a better path.
  std::uint64_t context(const Path&) const override { return count(); }

 private:
  struct Observation {
    std::uint32_t depth = 0;
    ThreadId thread = kNoThread;
  };

  std::shared_ptr<const Guidance> guidance_;
  std::size_t most_ = 0;
  std::vector<Observation> observations_;  // by steps of the path, in their order
};

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

}  // namespace heddle::search
