// The objects that a search has met, numbered; and which of them overlap in memory, because
// accesses of different addresses and sizes may touch the same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/dependence.hpp"

namespace heddle::search {

class ObjectTable {
 public:
  // The number of the accessed object: dense, from 0, by first appearance.
  std::uint32_t number(const Access& access);

  // The other objects met so far that share memory with this one.
  std::span<const std::uint32_t> overlapping(std::uint32_t number) const {
    return objects_[number].overlapping;
  }

  std::size_t size() const { return objects_.size(); }

 private:
  struct Object {
    ObjectId id = kNoObject;
    std::uint8_t size = 0;  // of the widest access
    std::vector<std::uint32_t> overlapping;
  };

  void widen(std::uint32_t number, std::uint8_t size);
  void link(std::uint32_t a, std::uint32_t b);

  std::unordered_map<ObjectId, std::uint32_t> numbers_;
  std::vector<Object> objects_;
  std::uint8_t widest_ = 0;
};

}  // namespace heddle::search
