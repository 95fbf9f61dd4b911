// A hash table in sixteen parts that grow at different times.
//
// A table that doubles when it is 7/8 full holds a key of 8 bytes in 9.1 bytes at best and in 18.3
// right after it grew.  Here part i gets a share of the keys proportional to 2^(i/16), so that at
// every size each part is at another point between two doublings: 13.2 bytes on average at all
// times, and only one part is copied at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::search {

inline constexpr std::size_t kShards = 16;

// Which part a key belongs to.  The key need not be a good hash.
class ShardOf {
 public:
  constexpr ShardOf() {
    double total = 0;
    double share = 1;
    for (std::size_t i = 0; i < kShards; ++i, share *= kStep) total += share;
    double end = 0;
    share = 1;
    std::size_t at = 0;
    for (std::size_t i = 0; i < kShards; ++i, share *= kStep) {
      end += share / total * kSlices;
      while (at < kSlices && static_cast<double>(at) + 0.5 < end) {
        shard_[at++] = static_cast<std::uint8_t>(i);
      }
    }
  }

  constexpr std::size_t operator()(std::uint64_t key) const {
    return shard_[(key * 0x9e3779b97f4a7c15ULL) >> (64 - kSliceBits)];
  }

 private:
  static constexpr double kStep = 1.0442737824274138;  // 2^(1/16)
  static constexpr std::size_t kSliceBits = 12;
  static constexpr std::size_t kSlices = std::size_t{1} << kSliceBits;

  std::array<std::uint8_t, kSlices> shard_ = {};
};

inline constexpr ShardOf kShardOf{};

// `Table` is a flat table (search/engine/flat_table.hpp).
template <typename Table>
class Shards {
 public:
  Table& of(std::uint64_t key) { return tables_[kShardOf(key)]; }

  void clear() { tables_ = {}; }

  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const Table& table : tables_) sum += table.size();
    return sum;
  }

  std::uint64_t bytes() const {
    std::uint64_t sum = sizeof(*this);
    for (const Table& table : tables_) {
      sum += table.bucket_count() * sizeof(typename Table::value_type);
    }
    return sum;
  }

 private:
  std::array<Table, kShards> tables_;
};

}  // namespace heddle::search
