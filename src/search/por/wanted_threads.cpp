#include "search/por/wanted_threads.hpp"

namespace heddle::search {

void WantedThreads::arrived(std::vector<ReductionNode>& nodes, Causality&, const StateView&) {
  if (const Decision* best = nodes.back().first_awake()) {
    nodes.back().wanted.push_back(best->thread);
  }
}

const Decision* WantedThreads::choose(ReductionNode& node) {
  for (const ThreadId thread : node.wanted) {
    for (const Decision& decision : node.offered) {
      if (decision.thread != thread || node.was_taken(decision)) continue;
      if (!node.is_asleep(decision)) return &decision;
    }
  }
  return nullptr;
}

void WantedThreads::left(ReductionNode& node, const CausalStep& step) {
  if (sleep_ == Sleep::explored) node.asleep.push_back(planned(step));
}

void WantedThreads::want_all(ReductionNode& node) {
  for (const ThreadId thread : node.enabled) {
    if (!node.wants(thread)) node.wanted.push_back(thread);
  }
}

}  // namespace heddle::search
