// Depth-first search that backtracks at random (Parizek and Lhotak: "Randomized backtracking in
// state space traversal", SPIN 2011).  From the threshold on, a coin is tossed before every choice.
// With probability 1 - ratio the state is left with its open choices, and a jump goes back over
// further states.  BacktrackVariants decides the details that the paper leaves open.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/strategy/adaptation.hpp"
#include "search/strategy/coin.hpp"
#include "search/strategy/jump_length.hpp"
#include "search/strategy/ratio.hpp"
#include "search/strategy/retreat.hpp"

namespace heddle::search {

class RandomizedBacktracking final : public Retreat {
 public:
  // Coins, lengths and returns draw from separate random streams: changing a ratio changes only the
  // outcomes of the coins.  An absent threshold is 0 until it is set.
  RandomizedBacktracking(const Backtrack& options, std::uint64_t seed);
  // The same with the caller's coin.
  RandomizedBacktracking(const Backtrack& options, std::uint64_t seed, std::unique_ptr<Coin> coin);

  void set_threshold(std::uint64_t threshold);

  bool is_early(const Outlook& outlook) override;
  bool jumps(Leaving leaving) const override;
  std::uint32_t jump(std::uint32_t depth) override;
  bool returns() override;
  void moved(std::uint32_t depth, bool found_new) override;
  void reseed(std::uint64_t seed) override;

 private:
  // Returns the depth of a state as the paper defines it.
  std::uint64_t depth_of(std::uint32_t depth) const;
  void find_floor();

  Backtrack options_;
  Ratio same_;
  Ratio switch_;
  std::unique_ptr<Coin> coin_;
  JumpLength length_;
  Random returns_;
  Adaptation adaptation_;
  std::uint64_t threshold_;
  std::uint64_t floor_ = 0;  // states are left early from this depth on
};

}  // namespace heddle::search
