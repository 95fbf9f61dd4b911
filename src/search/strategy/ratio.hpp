// The chance to go forward from a state: a constant, or 1 - depth / divisor, which makes turning
// back likelier the deeper the state lies.
#pragma once

#include <cstdint>
#include <string>

#include "search/engine/option_types.hpp"

namespace heddle::search {

class Ratio {
 public:
  explicit Ratio(const config::Ratio& options) : options_(options) {}

  // From 0 to 1: beyond the divisor the search always turns back.
  double at(std::uint64_t depth) const;

 private:
  config::Ratio options_;
};

// "0.9" or "1-d/100".
std::string to_text(const config::Ratio& options);

}  // namespace heddle::search
