// `method` and `var`: deviations in the functions, or at the variables, that the user names (Coons,
// Burckhardt, Musuvathi, PPoPP 2010, section 4.3).  First those where both the step that is put off
// and what the other thread does instead are there; then those where one of the two is.
//
// What the other thread does instead is what it did when its turn came in the execution that ended,
// until it was switched out.  A step is in a function if its place in the code is; who called the
// function does not matter.
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
