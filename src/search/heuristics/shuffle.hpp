// Every order of siblings equally likely: each choice draws its own number.  (Ties among 64-bit
// numbers fall back to the order of expansion; they are too rare to matter.)
#pragma once

#include "core/random.hpp"
#include "search/heuristics/rank.hpp"

namespace heddle::search {

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
