// Decides when and how far randomized backtracking leaves states that have open choices.  From the
// threshold on, a coin is tossed before every choice.  With probability 1 - ratio the state is left
// with its open choices, and a jump goes back over further states.  BacktrackVariants decides the
// details that the paper leaves open.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/strategy/coin.hpp"
#include "search/strategy/jump_length.hpp"
#include "search/strategy/ratio.hpp"

namespace heddle::search {

// A choice that is about to be taken.
struct Outlook {
  std::uint32_t depth = 0;  // of its state
  bool first = false;       // nothing was taken at that state yet
  bool switches = false;    // it takes the turn from a thread that could go on
};

// The reason for leaving a state that has no open choices.
enum class Leaving : std::uint8_t { exhausted, seen };

class BacktrackPolicy {
 public:
  // Coins, lengths and returns draw from separate random streams: changing a ratio changes only the
  // outcomes of the coins.  An absent threshold is 0.
  BacktrackPolicy(const Backtrack& options, std::uint64_t seed);
  // The same with the caller's coin.
  BacktrackPolicy(const Backtrack& options, std::uint64_t seed, std::unique_ptr<Coin> coin);

  // Returns whether to leave the state before that choice and give up its open choices.
  bool is_early(const Outlook& outlook);

  // Returns whether an ordinary backtrack jumps like an early one.
  bool jumps(Leaving leaving) const;

  // Called when a jump leaves the state at `depth`.  Returns the depth from which on states lose
  // their open choices: at most `depth`.
  std::uint32_t jump(std::uint32_t depth);

  // Returns whether this early backtrack resumes at given-up choices instead of jumping.
  bool returns();

 private:
  // Returns the depth of a state as the paper defines it.
  std::uint64_t depth_of(std::uint32_t depth) const;
  std::uint64_t floor() const;

  Backtrack options_;
  Ratio same_;
  Ratio switch_;
  std::unique_ptr<Coin> coin_;
  JumpLength length_;
  Random returns_;
  std::uint64_t floor_ = 0;  // states are left early from this depth on
};

}  // namespace heddle::search
