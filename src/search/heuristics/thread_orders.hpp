// Orders of sibling choices by their threads, and the random order.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "search/heuristics/rank.hpp"

namespace heddle::search {

// The smallest thread first, and its smallest alternative.
class ThreadIndex final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "thread index"; }
};

// The thread that moved last first: runs with few switches come early.
class StayOnThread final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "stay on thread"; }
};

// Another thread than the one that moved last first: runs with many switches come early (the
// "thread interleavings" heuristic of Java PathFinder).
class SwitchThread final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "switch thread"; }
};

// The listed threads before all others.
class ThreadPreference final : public Rank {
 public:
  explicit ThreadPreference(std::vector<ThreadId> preferred) : preferred_(std::move(preferred)) {}

  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "thread preference"; }

 private:
  std::vector<ThreadId> preferred_;
};

// 1 for a thread that yields, 0 for the others: as an order, no execution waits for a thread that
// it does not let move.
class YieldersLast final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "yielders last"; }
};

// Every order of siblings equally likely: each choice draws its own number.  (Ties among 64-bit
// numbers fall back to the order of expansion; they are too rare to matter.)
class Shuffle final : public Rank {
 public:
  explicit Shuffle(std::uint64_t seed) : random_(seed) {}

  Cost cost(const Path& path, const Choice& choice) override;
  void reseed(std::uint64_t seed) override { random_ = Random(seed); }
  std::string_view name() const override { return "shuffle"; }

 private:
  Random random_;
};

}  // namespace heddle::search
