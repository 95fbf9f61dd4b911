// Every state seen, with the least expense it was reached at: a bound may have left out choices of
// a state that was reached dearly, so it is new again when it is reached for less.
#pragma once

#include "search/engine/flat_table.hpp"
#include "search/state/shards.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

template <typename Key>
class BasicVisitedCosts final : public VisitedStore {
 public:
  bool insert(const Fingerprint& state, std::uint64_t spent) override {
    const auto [at, is_new] = least_.of(state.low).insert({Key::of(state), spent});
    if (is_new) return true;
    if (at->second <= spent) return false;
    at->second = spent;
    ++reopened_;
    return true;
  }
  void clear() override { least_.clear(); }
  std::uint64_t reopened() const override { return reopened_; }
  std::uint64_t bytes() const override { return least_.bytes(); }
  double omission_chance() const override { return collision_chance(least_.size(), Key::kBits); }
  std::string_view name() const override {
    return Key::kBits == 64 ? "exact with costs" : "exact with costs, wide";
  }

  std::uint64_t size() const { return least_.size(); }

 private:
  Shards<FlatMap<typename Key::Type, std::uint64_t>> least_;
  std::uint64_t reopened_ = 0;
};

using VisitedCosts = BasicVisitedCosts<NarrowKey>;
using WideVisitedCosts = BasicVisitedCosts<WideKey>;

}  // namespace heddle::search
