// Search strategy that executes the most promising known execution next (Coons, Burckhardt,
// Musuvathi, "GAMBIT: effective unit testing for concurrency libraries", PPoPP 2010).  Each
// execution runs to its end and then yields its deviations.  The priorities decide only the order,
// so every execution is eventually executed.
//
// The default choice of a state is the first one offered, so the recipe's search order must depend
// only on the path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/heuristics/hierarchy.hpp"
#include "search/strategy/deviations.hpp"
#include "search/strategy/execution_tree.hpp"
#include "search/strategy/fringe.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class BestFirst final : public Frontier {
 public:
  BestFirst(std::unique_ptr<Deviations> deviations, ExecutionTree::Records records,
            Hierarchy priority);

  // THROWS: Divergence when the execution does not offer the choice by which it deviates.
  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {.nodes = tree_.most(), .tree = curve_}; }

  // Limits the memory of the tree: beyond `bytes`, the least promising executions move to temporary
  // files in the folder.  REQUIRES: the tree records nothing.
  void limit_memory(std::size_t bytes, std::string folder);
  // Returns the number of executions moved there.
  std::uint64_t spilled() const { return fringe_.spilled(); }

  const ExecutionTree& tree() const { return tree_; }
  Fringe& fringe() { return fringe_; }

  // The initial execution is another worker's.  REQUIRES: nothing was offered so far.
  void leave_root_to_another();

 private:
  bool go_on(Branch& into);
  void finish();
  void add_found();
  bool begin(Branch& into);
  Chain chain_to(NodeId node) const;
  std::uint32_t shared_with(const Chain& other) const;
  const ChainLink* deviation_at(std::uint32_t depth) const;

  std::unique_ptr<Deviations> deviations_;
  ExecutionTree tree_;
  TreeCurve curve_;
  Fringe fringe_;
  Hierarchy priority_;
  Chain chain_;                   // of the last execution; empty: there was none
  bool is_finished_ = false;      // that execution
  std::size_t followed_ = 1;      // of its links
  Schedule run_;                  // its steps so far
  std::vector<Deviation> found_;  // by the execution that ended
  // Scratch memory of add_found.
  std::vector<std::uint64_t> costs_;  // of the deviations in found_
  std::vector<NodeId> nodes_;         // of the deviations in found_
  std::vector<std::size_t> order_;    // indices in found_: by cost, then last found first
  Decision decision_;                 // to be taken at the state that was offered last
  bool arrived_ = false;              // that state has not been left since
  bool goes_on_ = false;              // there is something to take
};

}  // namespace heddle::search
