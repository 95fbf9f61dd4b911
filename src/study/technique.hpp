// Classifies a configuration by its options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "study/database.hpp"

namespace heddle::study {

// The three parameters of randomized backtracking, as the options spell them.
struct Backtracking {
  std::string strategy;                    // "fixed", "random", "luby"
  std::optional<std::uint64_t> threshold;  // absent: chosen by the search
  std::string ratio;                       // "0.9", "1-d/100"
};

struct Technique {
  std::string name;         // of the configuration
  bool plain = false;       // depth-first in the default order, nothing pruned
  bool randomized = false;  // the cost depends on the seed
  std::optional<Backtracking> backtracking;
  std::string others;  // the options other than those of `backtracking`
  // The searches that one run makes in parallel; 0 if that depends on the machine.
  std::uint64_t searches = 1;
  std::string alone;  // the options of one of these searches
};

// Returns the technique; if this version cannot parse the options, only the name is set.
Technique technique_of(const ConfigurationRow& configuration);

}  // namespace heddle::study
