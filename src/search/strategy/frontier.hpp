// Which open branch is taken next.
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

// Which schedules are executed, of those that differ in the order of independent steps alone.
enum class Schedules : std::uint8_t { each, one_of_each, some_of_each };

class Frontier {
 public:
  virtual ~Frontier() = default;

  // What the path's present state opened, best first; never empty.  Returns whether a later branch
  // comes back to the present state, which is then marked.
  virtual bool offer(const Path& path, std::span<const Choice> choices) = 0;

  // The path's present state was seen before.  A frontier that left some of its choices out may
  // append those that it wants to be offered now.
  virtual void revisited(const Path&, std::vector<Choice>&) {}

  // Fills in the next branch; `place` may be left null.  False: the search is over.
  virtual bool next(Branch& into) = 0;

  // Whether every choice offered is taken sooner or later.
  virtual bool takes_all() const = 0;

  virtual Schedules schedules() const { return Schedules::each; }

  // Choices that were offered and given up, so far.
  virtual std::uint64_t pruned() const { return 0; }

  // The most executions that a tree of them held at once, if the frontier keeps one.
  virtual std::uint64_t nodes() const { return 0; }

  // What may be said about the chance of an error in what was taken, as half a sentence; empty:
  // nothing.  REQUIRES: no bound left anything out, and no run was cut.
  virtual std::string guarantee() const { return ""; }

  // How many schedules there are, if what was taken tells that.
  virtual std::optional<TreeEstimate> estimate() const { return std::nullopt; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
