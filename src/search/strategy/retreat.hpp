// When, and how far, depth-first search turns back from states that it has not exhausted.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::search {

// A choice that is about to be taken.
struct Outlook {
  std::uint32_t depth = 0;  // of its state
  bool first = false;       // nothing was taken at that state yet
  bool switches = false;    // it takes the turn from a thread that could go on
};

// Why a state is left that has nothing left to take.
enum class Leaving : std::uint8_t { exhausted, seen };

class Retreat {
 public:
  virtual ~Retreat() = default;

  // Whether to leave the state before that choice, and give up what is open there.
  virtual bool is_early(const Outlook& outlook) = 0;

  // Whether an ordinary backtrack jumps like an early one.
  virtual bool jumps(Leaving) const { return false; }

  // The state at `depth` is being left by a jump.  From which depth on states lose what is open
  // there: at most `depth`.
  virtual std::uint32_t jump(std::uint32_t depth) = 0;

  // Whether this early backtrack goes on from something given up before, instead of jumping.
  virtual bool returns() { return false; }

  // A choice is taken at `depth`; the step before it led to a new state or to one seen before.
  virtual void moved(std::uint32_t /*depth*/, bool /*found_new*/) {}

  // The search begins again: fresh streams, and nothing learnt.
  virtual void reseed(std::uint64_t /*seed*/) {}

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
