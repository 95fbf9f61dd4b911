#include "search/por/bounded_sets.hpp"

#include <algorithm>

namespace heddle::search {

void BoundedSets::arrived(std::vector<ReductionNode>& nodes, Causality& causality,
                          const StateView& view) {
  WantedThreads::arrived(nodes, causality, view);
  for (const ThreadView& thread : view.threads) {
    PlannedStep later{thread.id, 0, false, {}};
    causality.add_pending(view, thread, later.accesses);
    look(nodes, causality, later, causality.size());
  }
}

void BoundedSets::ended(std::vector<ReductionNode>& nodes, Causality& causality,
                        std::uint32_t first_new, std::span<const LeftThread> left) {
  for (std::uint32_t depth = first_new; depth < causality.size(); ++depth) {
    look(nodes, causality, planned_elsewhere(causality.step(depth)), depth);
  }
  for (const LeftThread& thread : left) {
    PlannedStep later{thread.view.id, 0, false, {}};
    add_accesses(thread.view.id, thread.view.next, {}, later.accesses);
    look(nodes, causality, later, causality.size());
  }
}

void BoundedSets::look(std::vector<ReductionNode>& nodes, const Causality& causality,
                       const PlannedStep& later, std::uint32_t end) {
  std::vector<ThreadId> met{later.thread};
  for (std::uint32_t depth = end; depth-- > 0;) {
    const CausalStep& step = causality.step(depth);
    if (std::find(met.begin(), met.end(), step.thread) != met.end()) continue;
    if (!conflict(later, step)) continue;
    // A guard may hold before an earlier step and not before this one.
    if (step.operation.kind != OpKind::action) met.push_back(step.thread);
    want(nodes[depth], later.thread);
    std::uint32_t begin = depth;
    while (begin > 0 && causality.step(begin - 1).thread == step.thread) {
      if (causality.step(begin).free_switch) want(nodes[begin], later.thread);
      --begin;
    }
    want(nodes[begin], later.thread);
  }
}

void BoundedSets::want(ReductionNode& node, ThreadId thread) {
  if (std::find(node.enabled.begin(), node.enabled.end(), thread) == node.enabled.end()) {
    return want_all(node);
  }
  if (!node.wants(thread)) node.wanted.push_back(thread);
}

}  // namespace heddle::search
