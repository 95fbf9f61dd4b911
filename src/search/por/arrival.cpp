#include "search/por/arrival.hpp"

#include "core/check.hpp"

namespace heddle::search {
namespace {

// Returns the steps asleep at the previous node that the last step did not wake.
std::vector<PlannedStep> still_asleep(const Causality& causality,
                                      const std::vector<ReductionNode>& nodes) {
  std::vector<PlannedStep> asleep;
  if (nodes.size() < 2) return asleep;
  const ReductionNode& before = nodes[nodes.size() - 2];
  const CausalStep& step = causality.step(causality.size() - 1);
  asleep.reserve(before.asleep.size());
  for (const PlannedStep& sleeper : before.asleep) {
    if (!conflict(sleeper, step)) asleep.push_back(sleeper);
  }
  return asleep;
}

}  // namespace

void arrive(const Path& path, std::span<const Choice> choices, Reduction& reduction,
            Causality& causality, std::vector<ReductionNode>& nodes,
            std::vector<LeftThread>& blocked) {
  HEDDLE_CHECK(nodes.size() == path.depth(), "a reduction is out of step with the path");
  ReductionNode& node = nodes.emplace_back();
  for (const Choice& choice : choices) node.offered.push_back(choice.decision);
  blocked.clear();
  for (const ThreadView& thread : path.view().threads) {
    if (thread.enabled()) {
      node.enabled.push_back(thread.id);
    } else {
      blocked.push_back({thread, causality.has_token(thread.id)});
      const Relations* relations = path.view().relations;
      if (relations != nullptr && !relations->awaited(thread.id).empty()) {
        node.spinning.push_back(thread.id);
      }
    }
  }
  node.asleep = still_asleep(causality, nodes);
  reduction.arrived(nodes, causality, path.view());
}

}  // namespace heddle::search
