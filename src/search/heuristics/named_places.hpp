// The priorities `method` and `var`: deviations in functions or at variables that the user names
// (Coons, Burckhardt, Musuvathi, PPoPP 2010, section 4.3).  Prefers deviations where both the
// postponed step and the steps of the other thread are there, then those where one of them is.
//
// The steps of the other thread are those that it took in the previous execution, from its next
// turn until it was switched out.  A step is in a function if its address is, whatever the callers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/engine/option_types.hpp"
#include "search/heuristics/priority.hpp"
#include "search/por/causality.hpp"

namespace heddle::search {

class NamedPlaces final : public Priority {
 public:
  enum class Of : std::uint8_t { code, data };

  // REQUIRES: the causality is among the recipe's analyses.
  NamedPlaces(std::shared_ptr<Causality> causality, Of of, std::vector<AddressRange> ranges)
      : causality_(std::move(causality)), of_(of), ranges_(std::move(ranges)) {}

  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return 2; }
  std::string_view name() const override { return of_ == Of::code ? "method" : "var"; }

 private:
  bool is_there(const CausalStep& step) const;
  bool comes_there(std::uint32_t depth, ThreadId thread) const;

  std::shared_ptr<Causality> causality_;
  Of of_;
  std::vector<AddressRange> ranges_;
};

}  // namespace heddle::search
