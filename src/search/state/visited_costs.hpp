// The visited set with the least amount of a bound that any arrival had spent.  The bound may have
// pruned choices of an expensive arrival, so a cheaper one reopens the state.
#pragma once

#include "search/engine/flat_table.hpp"
#include "search/state/shards.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

template <typename Key>
class BasicVisitedCosts final : public VisitedStore {
 public:
  Visit insert(const Fingerprint& state, const Arrival& arrival) override {
    const auto [at, is_new] = least_.of(state.low).insert({Key::of(state), arrival.spent});
    if (is_new) return Visit::fresh;
    if (at->second <= arrival.spent) return Visit::known;
    at->second = arrival.spent;
    return Visit::reopened;
  }
  void clear() override { least_.clear(); }
  std::uint64_t bytes() const override { return least_.bytes(); }
  double omission_chance() const override { return collision_chance(least_.size(), Key::kBits); }
  std::string_view name() const override {
    return Key::kBits == 64 ? "exact with costs" : "exact with costs, wide";
  }

  std::uint64_t size() const { return least_.size(); }

 private:
  Shards<FlatMap<typename Key::Type, std::uint64_t>> least_;
};

using VisitedCosts = BasicVisitedCosts<NarrowKey>;
using WideVisitedCosts = BasicVisitedCosts<WideKey>;

}  // namespace heddle::search
