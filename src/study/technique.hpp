// What kind of search a configuration is, read off its options.
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
  bool plain = false;       // depth-first in the default order, nothing left out
  bool randomized = false;  // what it costs depends on the seed
  std::optional<Backtracking> backtracking;
  std::string others;  // the options besides those of `backtracking`
};

// Options that this version cannot read make a technique of which only the name is known.
Technique technique_of(const ConfigurationRow& configuration);

}  // namespace heddle::study
