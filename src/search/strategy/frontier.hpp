// Interface of search strategies: a frontier decides which open branch is taken next.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/engine/place.hpp"
#include "search/engine/tree_size.hpp"

namespace heddle::search {

// A state, and the decision to take there.
struct Branch {
  std::uint32_t depth = 0;  // of the state, on the current path
  Decision decision;
  bool last = false;    // the frontier will not come back to that state
  bool reopen = false;  // take no decision: open the state's choices once more
  bool forget = false;  // begin anew: no state counts as seen any more
  bool again = false;   // the state that this leads to was counted before
  PlaceRef place;       // the state, when it may lie off the current path; `depth` is ignored then
};

// How many schedules are executed of each equivalence class (schedules that differ only in the
// order of independent steps).
enum class Schedules : std::uint8_t { each, one_of_each, some_of_each };

class Frontier {
 public:
  virtual ~Frontier() = default;

  // Receives the choices of the path's present state, best first; never empty.  Returns whether a
  // later branch comes back to the present state, which is then marked.
  virtual bool offer(const Path& path, std::span<const Choice> choices) = 0;

  // Called when the path's present state was already visited.  A frontier that left out some of its
  // choices may append those that it wants to be offered now.
  virtual void revisited(const Path&, std::vector<Choice>&) {}

  // Fills in the next branch; `place` may be left null.  Returns false when the search is over.
  virtual bool next(Branch& into) = 0;

  // Returns whether every offered choice is eventually taken.
  virtual bool takes_all() const = 0;

  virtual Schedules schedules() const { return Schedules::each; }

  // Returns the number of choices that were offered and given up so far.
  virtual std::uint64_t pruned() const { return 0; }

  // Returns the maximum number of executions held at once, if the frontier keeps a tree of them.
  virtual std::uint64_t nodes() const { return 0; }

  // Returns the guarantee on the probability of finding an error, as half a sentence; empty if
  // there is none.  REQUIRES: no bound pruned a choice, and no execution was cut.
  virtual std::string guarantee() const { return ""; }

  // Estimates the total number of schedules, if the executions so far allow an estimate.
  virtual std::optional<TreeEstimate> estimate() const { return std::nullopt; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
