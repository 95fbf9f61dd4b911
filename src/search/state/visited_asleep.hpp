// Every state seen, with who slept there (see por/path_sleep_sets.hpp): those are yet to move.  A
// state that is reached while one of them is awake is new again, for that one alone.
//
// And with how deep it lay.  Where no state is ever reached at another depth, there are no loops:
// each step leads one deeper.
#pragma once

#include "search/engine/flat_table.hpp"
#include "search/por/path_sleep_sets.hpp"
#include "search/state/shards.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

class VisitedAsleep : public VisitedStore {
 public:
  // Who is to move at the state that `insert` last said true of.
  struct Opening {
    bool is_new = true;
    SleepSet woken = 0;   // of a state that is new again: these and nobody else
    SleepSet asleep = 0;  // those who sleep on
  };
  const Opening& opening() const { return opening_; }

  // How often a state was reached at another depth than the first time.
  std::uint64_t other_depths() const { return other_depths_; }

 protected:
  Opening opening_;
  std::uint64_t other_depths_ = 0;
};

template <typename Key>
class BasicVisitedAsleep final : public VisitedAsleep {
 public:
  bool insert(const Fingerprint& state, std::uint64_t spent) override {
    const Arrival now = Arrival::from(spent);
    const auto [at, is_new] = seen_.of(state.low).insert({Key::of(state), now});
    Arrival& known = at->second;
    opening_ = {is_new, known.asleep & ~now.asleep, known.asleep & now.asleep};
    if (is_new) return true;
    if (known.depth != now.depth) ++other_depths_;
    if (opening_.woken == 0) return false;
    known.asleep = opening_.asleep;
    ++reopened_;
    return true;
  }
  void clear() override { seen_.clear(); }
  std::uint64_t reopened() const override { return reopened_; }
  std::uint64_t bytes() const override { return seen_.bytes(); }
  double omission_chance() const override { return collision_chance(seen_.size(), Key::kBits); }
  std::string_view name() const override {
    return Key::kBits == 64 ? "exact with sleep sets" : "exact with sleep sets, wide";
  }

  std::uint64_t size() const { return seen_.size(); }

 private:
  Shards<FlatMap<typename Key::Type, Arrival>> seen_;
  std::uint64_t reopened_ = 0;
};

}  // namespace heddle::search
