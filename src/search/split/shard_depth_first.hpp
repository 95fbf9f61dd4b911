// Depth-first search of one part of a tree, chosen without communication: several processes with
// different numbers explore all of it together.
//
// The root has some units of work.  Each state divides its units among its choices, so that a state
// with one unit belongs to one shard with everything below it.  A shard takes the choices that have
// a unit of its own.  Only states with several units are explored by several shards.
//
// This also holds with a visited set, if the search compares whole states.  Let P be the first path
// to a state, in the order of the search, that repeats no state.  No state of P is reached earlier
// by another path, in any shard.  So each shard with a unit of P reaches the state by P, for the
// first time, and together they take all of its choices.
#pragma once

#include <cstdint>
#include <vector>

#include "search/strategy/frontier.hpp"

namespace heddle::search {

class ShardDepthFirst final : public Frontier {
 public:
  // REQUIRES: shard < shards.
  ShardDepthFirst(std::uint64_t shard, std::uint64_t shards)
      : shard_(shard), shards_(shards), here_{0, shards * kUnitsPerShard} {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override;

 private:
  // More units make the parts more equal, and repeat more states near the root.
  static constexpr std::uint64_t kUnitsPerShard = 64;

  struct Units {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  struct Open {
    Choice choice;
    Units units;
  };

  // Returns the units of the i-th of so many choices; never none.
  static Units part(const Units& all, std::uint64_t i, std::uint64_t choices);
  bool has_own(const Units& units) const;
  // Returns whether this shard counts what it shares with others.
  bool counts(const Units& units) const { return units.begin % shards_ == shard_; }
  bool is_foreign_end() const { return is_at_end_ && !counts(here_); }

  std::uint64_t shard_;
  std::uint64_t shards_;
  Units here_;             // of the present state
  bool is_at_end_ = true;  // the present state opened nothing so far
  std::uint64_t foreign_ends_ = 0;
  std::uint64_t foreign_steps_ = 0;
  std::vector<Open> open_;  // a stack; depths ascend towards the top
};

}  // namespace heddle::search
