#include "search/por/source_sets.hpp"

#include <algorithm>

#include "search/por/race_reversals.hpp"
#include "search/por/reversal.hpp"

namespace heddle::search {

void SourceSets::ended(std::vector<ReductionNode>& nodes, Causality& causality,
                       std::uint32_t first_new, std::span<const LeftThread> left) {
  for_each_race(causality, first_new, left,
                [&](const Race& race, std::uint32_t end, const PlannedStep& later) {
                  reverse(nodes, causality, race, end, later);
                });
}

void SourceSets::reverse(std::vector<ReductionNode>& nodes, const Causality& causality,
                         const Race& race, std::uint32_t end, const PlannedStep& later) const {
  ReductionNode& node = nodes[race.step];
  if (!race.certain) return want_all(node);
  Reversal sequence = reversal(causality, race, end, later);
  if (kind_ == Kind::persistent) keep_causes(sequence);
  const std::vector<ThreadId> possible = initials(sequence);
  const auto can = [&](ThreadId thread) {
    return std::find(possible.begin(), possible.end(), thread) != possible.end();
  };
  if (std::any_of(node.wanted.begin(), node.wanted.end(), can)) return;
  // Best one that need not take the turn from another.
  const ThreadId last = race.step > 0 ? causality.step(race.step - 1).thread : kNoThread;
  const auto begin = node.enabled.begin();
  auto chosen = can(last) ? std::find(begin, node.enabled.end(), last) : node.enabled.end();
  if (chosen == node.enabled.end()) chosen = std::find_if(begin, node.enabled.end(), can);
  if (chosen == node.enabled.end()) return want_all(node);
  node.wanted.push_back(*chosen);
}

}  // namespace heddle::search
