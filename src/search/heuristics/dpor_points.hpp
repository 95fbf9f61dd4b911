// Priority of DPOR backtrack points.  `dpor`: deviations that DPOR would make come first.  `mdpor`:
// of those, the conservative ones come later.  (Coons, Burckhardt, Musuvathi, PPoPP 2010, section
// 4.1.) Nothing is pruned, so a bound keeps its guarantee.
#pragma once

#include "search/heuristics/backtrack_points.hpp"
#include "search/heuristics/priority.hpp"

namespace heddle::search {

class DporPoints final : public Priority {
 public:
  enum class Defers : std::uint8_t { others, conservative_ones };
  // How to treat deviations that no race of the execution requires.  Without a reduction they are
  // arbitrary; otherwise the search's own reduction requested them, so they count as points.
  enum class Rest : std::uint8_t { is_no_point, is_point };

  DporPoints(std::shared_ptr<Causality> causality, Defers defers, Rest rest)
      : points_(std::move(causality)), defers_(defers), rest_(rest) {}

  void ended(std::uint32_t first_new) override { points_.find(first_new); }
  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return 2; }
  std::string_view name() const override { return defers_ == Defers::others ? "dpor" : "mdpor"; }

 private:
  BacktrackPoints points_;
  Defers defers_;
  Rest rest_;
};

}  // namespace heddle::search
