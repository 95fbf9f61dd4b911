// Decides when and how far depth-first search backtracks from states that it has not exhausted.
#pragma once

#include <cstdint>

namespace heddle::search {

// A choice that is about to be taken.
struct Outlook {
  std::uint32_t depth = 0;  // of its state
  bool first = false;       // nothing was taken at that state yet
  bool switches = false;    // it takes the turn from a thread that could go on
};

// The reason for leaving a state that has no open choices.
enum class Leaving : std::uint8_t { exhausted, seen };

class Retreat {
 public:
  virtual ~Retreat() = default;

  // Returns whether to leave the state before that choice and give up its open choices.
  virtual bool is_early(const Outlook& outlook) = 0;

  // Returns whether an ordinary backtrack jumps like an early one.
  virtual bool jumps(Leaving) const { return false; }

  // Called when a jump leaves the state at `depth`.  Returns the depth from which on states lose
  // their open choices: at most `depth`.
  virtual std::uint32_t jump(std::uint32_t depth) = 0;

  // Returns whether this early backtrack resumes at given-up choices instead of jumping.
  virtual bool returns() { return false; }

  // Called when a choice is taken at `depth`; the step before it led to a new or a visited state.
  virtual void moved(std::uint32_t /*depth*/, bool /*found_new*/) {}

  // Restarts with fresh random streams and discards everything learned.
  virtual void reseed(std::uint64_t /*seed*/) {}
};

}  // namespace heddle::search
