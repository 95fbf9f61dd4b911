// The shape of the explored schedule tree, by depth.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace heddle::result {

// The i-th number of each list is about the depths from i * width on; the lists are equally long.
struct ExploredTree {
  std::uint64_t width = 1;
  std::vector<std::uint64_t> states;    // reached there for the first time, as a result counts them
  std::vector<std::uint64_t> revisits;  // arrivals at visited states
  std::vector<std::uint64_t> executions;  // that ended there

  bool empty() const { return states.empty(); }

  friend bool operator==(const ExploredTree&, const ExploredTree&) = default;
};

nlohmann::ordered_json to_json(const ExploredTree& tree);
// Parses JSON; returns false if it is no tree.
bool read_explored_tree(const nlohmann::ordered_json& json, ExploredTree& into);

}  // namespace heddle::result
