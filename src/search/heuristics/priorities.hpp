// The priority functions of best-first search (Coons, Burckhardt, Musuvathi, "GAMBIT", PPoPP 2010).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "search/engine/option_types.hpp"
#include "search/heuristics/backtrack_points.hpp"
#include "search/heuristics/priority.hpp"
#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

// A rank as a priority: what it said of the choice when its state was reached.
class ByRank final : public Priority {
 public:
  ByRank(std::shared_ptr<Rank> rank, unsigned bits, std::string name)
      : rank_(std::move(rank)), bits_(bits), name_(std::move(name)) {}

  void arrived(const Path& path, std::span<const Choice> choices) override;
  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return bits_; }
  std::string_view name() const override { return name_; }

 private:
  struct Noted {
    Decision decision;
    Cost cost = 0;
  };

  std::shared_ptr<Rank> rank_;
  unsigned bits_;
  std::string name_;
  std::vector<Noted> noted_;         // by depth
  std::vector<std::size_t> begins_;  // by depth: in noted_
};

// `rand`: every execution draws a number.  Few different ones, so that many are equal: among those
// the search is depth-first, which keeps few executions waiting.
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

// `ss`: deviations that sleep sets would leave out come last (Coons, Burckhardt, Musuvathi, PPoPP
// 2010, section 4.1): what begins with them only reorders independent steps of an execution that
// was found before.  The choices of a state count as found in the order in which it offers them.
class Asleep final : public Priority {
 public:
  // REQUIRES: the causality is among the recipe's analyses.
  explicit Asleep(std::shared_ptr<Causality> causality) : causality_(std::move(causality)) {}

  void arrived(const Path& path, std::span<const Choice> choices) override;
  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return 1; }
  std::string_view name() const override { return "ss"; }

 private:
  using PathSleepSets = std::vector<PlannedStep>;

  PathSleepSets fall_asleep(const Path& path) const;

  std::shared_ptr<Causality> causality_;
  std::vector<PathSleepSets> asleep_;  // by depth
  PathSleepSets offered_;              // by the state that was reached last
};

// Priority of DPOR backtrack points.  `dpor`: deviations that DPOR would make come first.  `mdpor`:
// of those, the conservative ones come later.  (Coons, Burckhardt, Musuvathi, PPoPP 2010, section
// 4.1.) Nothing is pruned, so a bound keeps its guarantee.
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

// The priorities `method` and `var`: deviations in functions or at variables that the user names
// (Coons, Burckhardt, Musuvathi, PPoPP 2010, section 4.3).  Prefers deviations where both the
// postponed step and the steps of the other thread are there, then those where one of them is.
//
// The steps of the other thread are those that it took in the previous execution, from its next
// turn until it was switched out.  A step is in a function if its address is, whatever the callers.
class NamedPlaces final : public Priority {
 public:
  enum class Kind : std::uint8_t { code, data };

  // REQUIRES: the causality is among the recipe's analyses.
  NamedPlaces(std::shared_ptr<Causality> causality, Kind kind, std::vector<AddressRange> ranges)
      : causality_(std::move(causality)), kind_(kind), ranges_(std::move(ranges)) {}

  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return 2; }
  std::string_view name() const override { return kind_ == Kind::code ? "method" : "var"; }

 private:
  bool is_there(const CausalStep& step) const;
  bool comes_there(std::uint32_t depth, ThreadId thread) const;

  std::shared_ptr<Causality> causality_;
  Kind kind_;
  std::vector<AddressRange> ranges_;
};

}  // namespace heddle::search
