// Geometry of a hash table in memory that several processes share.  It grows without a lock and
// without moving an entry.
//
// Sixteen shards (search/state/shards.hpp) are chains of levels; each level has twice as many
// buckets as the one before.  A key belongs to one bucket of each level.  It is stored in the first
// of these buckets that has room.  Entries are never removed, so a full bucket stays full: all
// processes that look for one key pass the same buckets and meet at the same place.  Pages of the
// memory that no key needs are never touched.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/check.hpp"
#include "search/state/shards.hpp"

namespace heddle::search {

class SharedBuckets {
 public:
  using Word = std::atomic<std::uint64_t>;
  static constexpr std::size_t kEntries = 8;  // of a bucket: one cache line of single words
  // Buckets of a shard's first level, as a power of two.
  static constexpr unsigned kFirstBits = 11;

  // Returns the bytes of so many levels.
  static constexpr std::size_t bytes(unsigned levels, std::size_t words) {
    return ((std::size_t{1} << levels) - 1) * kShards * bucket_words(words) * sizeof(Word)
           << kFirstBits;
  }

  // Returns how many levels fit into the memory.
  static constexpr unsigned levels_in(std::size_t size, std::size_t words) {
    unsigned levels = 0;
    while (bytes(levels + 1, words) <= size) ++levels;
    return levels;
  }

  // `memory` holds zeros at first, and is shared.  `words`: of an entry.
  SharedBuckets(std::byte* memory, std::size_t size, std::size_t words)
      : memory_(reinterpret_cast<Word*>(memory)), words_(words), levels_(levels_in(size, words)) {
    HEDDLE_CHECK(levels_ > 0, "no memory for the shared visited set");
  }

  // A key, mixed so that all of its bits count.  The mixing is invertible.
  class Mixed {
   public:
    explicit Mixed(std::uint64_t key) {
      const std::uint64_t product = key * 0x9e3779b97f4a7c15ULL;
      value_ = product ^ (product >> 32);
      shard_ = kShardOf(key);
    }

    // The number of bits that select the bucket of a level.
    static constexpr unsigned bits(unsigned level) { return kFirstBits + level; }
    std::size_t bucket(unsigned level) const {
      return value_ & ((std::uint64_t{1} << bits(level)) - 1);
    }
    // The bits that do not select the bucket.
    std::uint64_t rest(unsigned level) const { return value_ >> bits(level); }
    std::size_t shard() const { return shard_; }

   private:
    std::uint64_t value_;
    std::size_t shard_;
  };

  // Calls `visit(entry, level)` with the places where the key may be, until it returns true.
  template <typename Visit>
  void visit(const Mixed& key, Visit visit) const {
    for (unsigned level = 0; level < levels_; ++level) {
      Word* entry = bucket(key, level);
      for (std::size_t i = 0; i < kEntries; ++i, entry += words_) {
        if (visit(entry, level)) return;
      }
    }
    HEDDLE_CHECK(false, "the shared visited set is full; start the search with more --max-memory");
  }

 private:
  static constexpr std::size_t bucket_words(std::size_t words) { return kEntries * words; }

  Word* bucket(const Mixed& key, unsigned level) const {
    const std::size_t before = ((std::size_t{1} << level) - 1) * kShards;
    const std::size_t here = key.shard() << level;
    const std::size_t index = ((before + here) << kFirstBits) + key.bucket(level);
    return memory_ + index * bucket_words(words_);
  }

  Word* memory_;
  std::size_t words_;
  unsigned levels_;
};

}  // namespace heddle::search
