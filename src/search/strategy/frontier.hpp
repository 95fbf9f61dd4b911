// Interface of search strategies: a frontier decides which open branch is taken next.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/engine/place.hpp"
#include "search/engine/tree_size.hpp"
#include "search/strategy/tree_curve.hpp"

namespace heddle::search {

// A state, and the decision to take there.
struct Branch {
  std::uint32_t depth = 0;  // of the state, on the current path
  Decision decision;
  bool last = false;          // the frontier will not come back to that state
  bool reopen = false;        // take no decision: open the state's choices once more
  bool is_new = false;        // with reopen: the state counted as known, but is new
  bool forget = false;        // begin anew: no state counts as seen any more
  bool again = false;         // the state that this leads to was counted before
  bool completes = false;     // taken to complete the search after its random phase
  bool repeats = false;       // steps to its state are a repetition, and do not count
  bool was_received = false;  // opened by another worker, to whose state it must lead
  PlaceRef place;  // the state, when it may lie off the current path; `depth` is ignored then
};

// The measurements of a frontier that the coverage statement needs.
struct FrontierSummary {
  // Every offered choice was taken, or will be if the search goes on.
  bool takes_all = true;
  std::uint64_t pruned = 0;  // choices that were offered and given up so far
  std::uint64_t restarts = 0;
  std::uint64_t nodes = 0;  // the most executions held at once, if there is a tree of them
  TreeCurve tree = {};      // its size over the search
  // The guarantee on the probability of finding an error, as half a sentence; empty: none.  It
  // holds if no bound pruned a choice and no execution was cut.
  std::string guarantee = {};
  // The part of the tree that this is, counted from 1; 0: all of it.  The foreign counts are what
  // another shard counts as its own.
  std::uint64_t shard = 0;
  std::uint64_t shards = 0;
  std::uint64_t foreign_executions = 0;
  std::uint64_t foreign_transitions = 0;
  // The total number of schedules, if the executions so far allow an estimate.
  std::optional<TreeEstimate> estimate = std::nullopt;
};

class Frontier {
 public:
  virtual ~Frontier() = default;

  // Receives the choices of the path's present state, best first; never empty.  Returns whether a
  // later branch comes back to the present state, which is then marked.
  virtual bool offer(const Path& path, std::span<const Choice> choices) = 0;

  // Called when the path's present state was already visited.  A frontier that left out some of its
  // choices may append those that it wants to be offered now.  Returns whether a later branch comes
  // back to the present state although nothing is offered now.
  virtual bool revisited(const Path&, std::vector<Choice>&) { return false; }

  // Called when the present execution was cut at the step limit.
  virtual void cut() {}

  // Fills in the next branch; `place` may be left null.  Returns false when the search is over.
  virtual bool next(Branch& into) = 0;

  // Called at the state of a branch with `was_received`, before its decision is taken.
  virtual void received(const Path&) {}

  // Returns whether the search opens the initial state.  If not, its first branch has a place.
  virtual bool begins_at_root() const { return true; }

  // Called at the end of a search, not on its way.
  virtual FrontierSummary summary() const = 0;
};

// Makes a frontier that draws from this seed.
using MakeFrontier = std::function<std::unique_ptr<Frontier>(std::uint64_t seed)>;

}  // namespace heddle::search
