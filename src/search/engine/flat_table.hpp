// Hash tables of plain keys, without a block for each entry: sparsehash's dense tables.  They are
// headers alone, so that libheddle.so brings no library into the programs that it explores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <sparsehash/dense_hash_map>
#include <sparsehash/dense_hash_set>
#include <utility>

#include "core/large_pages.hpp"

namespace heddle::search {

// A key that marks a free place and is never an entry's.
template <typename Key>
struct FreeKey;

template <>
struct FreeKey<std::uint64_t> {
  static constexpr std::uint64_t kValue = std::numeric_limits<std::uint64_t>::max();
};

template <>
struct FreeKey<std::pair<std::uint64_t, std::uint64_t>> {
  static constexpr std::pair<std::uint64_t, std::uint64_t> kValue = {
      FreeKey<std::uint64_t>::kValue, FreeKey<std::uint64_t>::kValue};
};

// Takes poor keys too.
struct KeyHash {
  std::size_t operator()(std::uint64_t key) const {
    const std::uint64_t mixed = key * 0x9e3779b97f4a7c15ULL;
    return mixed ^ (mixed >> 32);
  }
  std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& key) const {
    return (*this)(key.first ^ (key.second << 1));
  }
};

// How full a table may become before it doubles.  Fuller means fewer bytes and more probes; at this
// one a new key is looked for in eight places at worst, most of them in one line of the cache.
inline constexpr float kFullest = 0.875;

// REQUIRES: FreeKey is neither inserted nor looked for.
template <typename Key>
class FlatSet : public google::dense_hash_set<Key, KeyHash, std::equal_to<Key>, LargePages<Key>> {
 public:
  FlatSet() {
    this->set_resizing_parameters(0, kFullest);
    this->set_empty_key(FreeKey<Key>::kValue);
  }
};

// REQUIRES: as above; and before something is erased, set_deleted_key with another such key.
template <typename Key, typename Value>
class FlatMap : public google::dense_hash_map<Key, Value, KeyHash, std::equal_to<Key>,
                                              LargePages<std::pair<const Key, Value>>> {
 public:
  FlatMap() {
    this->set_resizing_parameters(0, kFullest);
    this->set_empty_key(FreeKey<Key>::kValue);
  }
};

}  // namespace heddle::search
