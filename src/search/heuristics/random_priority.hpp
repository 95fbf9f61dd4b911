// `rand`: every execution draws a number.  Few different ones, so that many are equal: among those
// the search is depth-first, which keeps few executions waiting.
#pragma once

#include "core/random.hpp"
#include "search/heuristics/priority.hpp"

namespace heddle::search {

class RandomPriority final : public Priority {
 public:
  explicit RandomPriority(std::uint64_t seed) : random_(Random(seed).split(0x72616e64)) {}

  Cost cost(const Choice&) override { return random_.below(Cost{1} << kBits); }
  unsigned bits() const override { return kBits; }
  std::string_view name() const override { return "rand"; }

 private:
  static constexpr unsigned kBits = 8;

  Random random_;
};

}  // namespace heddle::search
