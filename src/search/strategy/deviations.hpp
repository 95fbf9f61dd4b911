// Which deviations from a finished execution are worth an execution of their own: the part in which
// best-first searches differ.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/por/planned_step.hpp"
#include "search/strategy/execution_tree.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

// A node on the way from the root to an execution, which outlives it.
struct ChainLink {
  NodeId node = kNoNode;
  std::uint32_t from = 0;
  Decision decision;  // at depth from - 1
};

// From the root to an execution; depths ascend.
using Chain = std::vector<ChainLink>;

struct Deviation {
  NodeId parent = kNoNode;
  Choice choice;
  // The step of the default choice, if the execution that ended took it and it did more than its
  // operation says.
  std::shared_ptr<const PlannedStep> default_step;
};

class Deviations {
 public:
  virtual ~Deviations() = default;

  // The execution at the end of the chain begins; the one before took the same steps up to
  // `shared`.
  virtual void begin(const ExecutionTree& tree, const Chain& chain, std::uint32_t shared) = 0;

  // It came to a state, and the choices are best first.  The default one; null when all that could
  // follow is covered elsewhere.
  virtual const Decision* arrived(const Path& path, std::span<const Choice> choices) = 0;

  // It ended, or was given up where nothing was left.  Appends the deviations, the one that a
  // depth-first search would take next last.
  virtual void ended(ExecutionTree& tree, const Chain& chain, const Schedule& run,
                     std::vector<Deviation>& into) = 0;

  // The depth of the first step that no earlier execution has taken in this way.
  virtual std::uint32_t first_new() const = 0;
};

}  // namespace heddle::search
