// The visited set as a table of state keys.  At most 16 bytes a state with keys of 64 bits.
#pragma once

#include "search/engine/flat_table.hpp"
#include "search/state/shards.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

template <typename Key>
class BasicVisitedSet final : public VisitedStore {
 public:
  Visit insert(const Fingerprint& state, const Arrival&) override {
    return seen_.of(state.low).insert(Key::of(state)).second ? Visit::fresh : Visit::known;
  }
  void clear() override { seen_.clear(); }
  std::uint64_t bytes() const override { return seen_.bytes(); }
  double omission_chance() const override { return collision_chance(seen_.size(), Key::kBits); }
  std::string_view name() const override { return Key::kBits == 64 ? "exact" : "exact, wide"; }

  std::uint64_t size() const { return seen_.size(); }

 private:
  Shards<FlatSet<typename Key::Type>> seen_;
};

using VisitedSet = BasicVisitedSet<NarrowKey>;
using WideVisitedSet = BasicVisitedSet<WideKey>;

}  // namespace heddle::search
