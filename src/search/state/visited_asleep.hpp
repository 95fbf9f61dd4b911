// The visited set with the sleep set of each state (por/path_sleep_sets.hpp): those threads have
// not been explored there.  An arrival at which one of them is awake reopens the state for that
// thread.
//
// Also stores the depth of the first arrival.  If no state is reached at two depths, there are no
// cycles.
#pragma once

#include "search/engine/flat_table.hpp"
#include "search/state/shards.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

class VisitedAsleep : public VisitedStore {
 public:
  // The threads to explore at the state that was inserted last.
  struct Opening {
    bool is_new = true;
    SleepSet woken = 0;   // of a reopened state: only these
    SleepSet asleep = 0;  // these stay asleep
  };
  const Opening& opening() const { return opening_; }

  // The number of arrivals at another depth than the first one of the state.
  std::uint64_t other_depths() const { return other_depths_; }

 protected:
  Opening opening_;
  std::uint64_t other_depths_ = 0;
};

template <typename Key>
class BasicVisitedAsleep final : public VisitedAsleep {
 public:
  Visit insert(const Fingerprint& state, const Arrival& now) override {
    const auto [at, is_new] = seen_.of(state.low).insert({Key::of(state), {now.asleep, now.depth}});
    First& known = at->second;
    opening_ = {is_new, known.asleep & ~now.asleep, known.asleep & now.asleep};
    if (is_new) return Visit::fresh;
    if (known.depth != now.depth) ++other_depths_;
    if (opening_.woken == 0) return Visit::known;
    known.asleep = opening_.asleep;
    return Visit::reopened;
  }
  void clear() override { seen_.clear(); }
  std::uint64_t bytes() const override { return seen_.bytes(); }
  double omission_chance() const override { return collision_chance(seen_.size(), Key::kBits); }
  std::string_view name() const override {
    return Key::kBits == 64 ? "exact with sleep sets" : "exact with sleep sets, wide";
  }

  std::uint64_t size() const { return seen_.size(); }

 private:
  struct First {
    SleepSet asleep = 0;  // at every arrival
    std::uint32_t depth = 0;
  };
  Shards<FlatMap<typename Key::Type, First>> seen_;
};

}  // namespace heddle::search
