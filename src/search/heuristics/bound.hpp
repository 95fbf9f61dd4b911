// A bound: a rank with a limit, which prunes choices.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/search_coverage.hpp"
#include "search/heuristics/rank.hpp"
#include "search/por/path_analysis.hpp"

namespace heddle::search {

struct Bound {
  std::shared_ptr<Rank> rank;
  Cost limit = 0;
  Remainder remainder = Remainder::within_limit;
  std::string phrase;  // "with at most 2 preemptions"
  std::string name;    // "preemption bound 2"; empty when the phrase names the bound
  // The bound admits every choice while this analysis is asleep; may be null.
  std::shared_ptr<const PathAnalysis> analysis = nullptr;
  std::uint64_t pruned = 0;  // choices left out so far

  bool is_asleep() const { return analysis != nullptr && analysis->is_asleep(); }

  bool admits(const Path& path, const Choice& choice) const {
    return rank->cost(path, choice) <= limit;
  }
};

}  // namespace heddle::search
