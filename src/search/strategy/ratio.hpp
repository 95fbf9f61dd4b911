// The chance to go forward from a state: a constant, or 1 - depth / divisor, which makes turning
// back likelier the deeper the state lies.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

class Ratio {
 public:
  explicit Ratio(const RatioOptions& options) : options_(options) {}

  // From 0 to 1: beyond the divisor the search always turns back.
  double at(std::uint64_t depth) const;

 private:
  RatioOptions options_;
};

// "0.9" or "1-d/100".
std::string to_text(const RatioOptions& options);

// Refuses a constant that is no chance, and a divisor of 0.
Status check(const RatioOptions& options);

}  // namespace heddle::search
