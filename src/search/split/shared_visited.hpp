// Visited sets in memory that several processes share: lock-free, exact, of the size of the private
// ones.  Exactly one of the processes that arrive at a state gets `fresh`.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/split/shared_buckets.hpp"
#include "search/split/split_memory.hpp"
#include "search/state/state_key.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

// A visited set that others fill at the same time.
class SharedVisited : public VisitedStore {
 public:
  SharedVisited(const SplitMemory& memory, unsigned worker, int key_bits)
      : memory_(memory), states_(memory.slot(worker).states), key_bits_(key_bits) {}

  // Each pass of a split search begins with zeros, which its owner provides.
  void clear() override { HEDDLE_CHECK(false, "a shared visited set cannot be cleared"); }

  double omission_chance() const override { return collision_chance(memory_.states(), key_bits_); }

  // Returns the number of arrivals at another depth than that of the state's first arrival, or at a
  // depth that was not stored.  If it is 0 in all processes, there are no cycles.
  std::uint64_t other_depths() const { return other_depths_; }

 protected:
  void count() { states_.store(states_.load(kRelaxed) + 1, kRelaxed); }

  // An entry is one word, or words that are compared one by one: nothing else depends on them.
  static constexpr auto kRelaxed = std::memory_order_relaxed;

  std::uint64_t other_depths_ = 0;

 private:
  SplitMemory memory_;
  std::atomic<std::uint64_t>& states_;  // that this process added
  int key_bits_;
};

// Keys of 64 bits in entries of 64 bits.  The bits that select a bucket need not be stored, so they
// hold the depth of the first arrival.
class SharedVisitedSet final : public SharedVisited {
 public:
  static constexpr std::size_t kWords = 1;

  SharedVisitedSet(const SplitMemory& memory, unsigned worker)
      : SharedVisited(memory, worker, NarrowKey::kBits),
        buckets_(memory.table(), memory.table_size(), kWords) {}

  Visit insert(const Fingerprint& state, const Arrival& arrival) override {
    const SharedBuckets::Mixed key(NarrowKey::of(state));
    Visit result = Visit::known;
    buckets_.visit(key, [&](SharedBuckets::Word* entry, unsigned level) {
      const unsigned bits = SharedBuckets::Mixed::bits(level);
      const std::uint64_t mine = key.rest(level) << bits | depth_code(arrival.depth, bits);
      std::uint64_t there = entry->load(kRelaxed);
      if (there == 0 && entry->compare_exchange_strong(there, mine, kRelaxed)) {
        result = Visit::fresh;
        count();
        return true;
      }
      if ((there ^ mine) >> bits != 0) return false;
      if (there != mine || is_unknown(there, bits)) ++other_depths_;
      return true;
    });
    return result;
  }
  std::string_view name() const override { return "exact"; }

 private:
  static constexpr std::uint64_t mask(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }
  // Never 0: that is a free entry.  The largest number stands for all depths that do not fit.
  static std::uint64_t depth_code(std::uint32_t depth, unsigned bits) {
    return std::min<std::uint64_t>(std::uint64_t{depth} + 1, mask(bits));
  }
  static bool is_unknown(std::uint64_t entry, unsigned bits) {
    return (entry & mask(bits)) == mask(bits);
  }

  SharedBuckets buckets_;
};

// A key of any width, in whole words, and where it is stored.
template <typename Key>
class SharedKeys;

template <>
class SharedKeys<NarrowKey> {
 public:
  static constexpr std::size_t kWords = 1;

  explicit SharedKeys(const Fingerprint& state) : key_(NarrowKey::of(state) + 1) {}

  // Returns whether the entry holds this key, or does now.
  bool claims(SharedBuckets::Word* entry, bool& is_new) const {
    std::uint64_t there = entry->load(std::memory_order_relaxed);
    is_new = there == 0 && entry->compare_exchange_strong(there, key_, std::memory_order_relaxed);
    return is_new || there == key_;
  }

 private:
  std::uint64_t key_;  // not 0, since no key is the largest number
};

// The first word is claimed, then the second.  Several processes with the same first word may
// compete for the second; those that lose with another key go on to the next entry.
template <>
class SharedKeys<WideKey> {
 public:
  static constexpr std::size_t kWords = 2;

  explicit SharedKeys(const Fingerprint& state)
      : low_(std::max<std::uint64_t>(state.low, 1)),
        high_(std::max<std::uint64_t>(state.high, 1)) {}

  bool claims(SharedBuckets::Word* entry, bool& is_new) const {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    is_new = false;
    std::uint64_t low = entry[0].load(kRelaxed);
    if (low == 0 && entry[0].compare_exchange_strong(low, low_, kRelaxed)) low = low_;
    if (low != low_) return false;
    std::uint64_t high = entry[1].load(kRelaxed);
    is_new = high == 0 && entry[1].compare_exchange_strong(high, high_, kRelaxed);
    return is_new || high == high_;
  }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
};

// All 128 bits of a fingerprint.
class SharedWideSet final : public SharedVisited {
 public:
  static constexpr std::size_t kWords = SharedKeys<WideKey>::kWords;

  SharedWideSet(const SplitMemory& memory, unsigned worker)
      : SharedVisited(memory, worker, WideKey::kBits),
        buckets_(memory.table(), memory.table_size(), kWords) {}

  Visit insert(const Fingerprint& state, const Arrival&) override {
    const SharedKeys<WideKey> key(state);
    bool is_new = false;
    buckets_.visit(SharedBuckets::Mixed(state.low),
                   [&](SharedBuckets::Word* entry, unsigned) { return key.claims(entry, is_new); });
    if (is_new) count();
    other_depths_ += is_new ? 0 : 1;  // depths are not stored
    return is_new ? Visit::fresh : Visit::known;
  }
  std::string_view name() const override { return "exact, wide"; }

 private:
  SharedBuckets buckets_;
};

// With the least amount of a bound that any arrival had spent (search/state/visited_costs.hpp).
template <typename Key>
class SharedVisitedCosts final : public SharedVisited {
 public:
  static constexpr std::size_t kWords = SharedKeys<Key>::kWords + 1;

  SharedVisitedCosts(const SplitMemory& memory, unsigned worker)
      : SharedVisited(memory, worker, Key::kBits),
        buckets_(memory.table(), memory.table_size(), kWords) {}

  Visit insert(const Fingerprint& state, const Arrival& arrival) override {
    const SharedKeys<Key> key(state);
    bool is_new = false;
    bool is_cheaper = false;
    buckets_.visit(SharedBuckets::Mixed(state.low), [&](SharedBuckets::Word* entry, unsigned) {
      if (!key.claims(entry, is_new)) return false;
      is_cheaper = raise(entry[SharedKeys<Key>::kWords], ~arrival.spent);
      return true;
    });
    if (is_new) count();
    other_depths_ += is_new ? 0 : 1;  // depths are not stored
    return is_new ? Visit::fresh : is_cheaper ? Visit::reopened : Visit::known;
  }
  std::string_view name() const override {
    return Key::kBits == 64 ? "exact with costs" : "exact with costs, wide";
  }

 private:
  // Makes the word at least `value`.  Returns whether it was less.  The complement of an amount is
  // stored: 0, as in new memory, stands for more than any amount.
  static bool raise(SharedBuckets::Word& word, std::uint64_t value) {
    std::uint64_t there = word.load(kRelaxed);
    while (there < value) {
      if (word.compare_exchange_weak(there, value, kRelaxed)) return true;
    }
    return false;
  }

  SharedBuckets buckets_;
};

}  // namespace heddle::search
