// Sets of accesses: one form for each, and where two of them conflict, against the definition.
#include "races/block_accesses.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/random.hpp"

namespace heddle::races {
namespace {

BlockAccess reads(std::uintptr_t begin, std::uintptr_t end, std::uint16_t children = 0) {
  return {begin, end, children, false, false};
}
BlockAccess writes(std::uintptr_t begin, std::uintptr_t end, std::uint16_t children = 0) {
  return {begin, end, children, true, false};
}

std::set<std::uintptr_t> conflicts(BlockAccesses earlier, BlockAccesses later,
                                   std::uint32_t born = 0) {
  normalise(earlier);
  normalise(later);
  std::vector<Overlap> overlaps;
  find_conflicts(earlier, later, born, overlaps);
  std::set<std::uintptr_t> bytes;
  for (const Overlap& overlap : overlaps) {
    for (std::uintptr_t at = overlap.begin; at < overlap.end; ++at) bytes.insert(at);
  }
  return bytes;
}

// Byte by byte.
std::set<std::uintptr_t> by_definition(const BlockAccesses& earlier, const BlockAccesses& later,
                                       std::uint32_t born) {
  std::set<std::uintptr_t> bytes;
  for (const BlockAccess& one : earlier) {
    for (const BlockAccess& other : later) {
      if (born > 0 && one.children < born) continue;
      if (!(one.writes || other.writes) || (one.is_atomic && other.is_atomic)) continue;
      for (std::uintptr_t at = one.begin; at < one.end; ++at) {
        if (other.begin <= at && at < other.end) bytes.insert(at);
      }
    }
  }
  return bytes;
}

BlockAccesses some(Random& random) {
  BlockAccesses accesses(random.below(7));
  for (BlockAccess& access : accesses) {
    access.begin = random.below(24);
    access.end = access.begin + 1 + random.below(8);
    access.children = static_cast<std::uint16_t>(random.below(3));
    access.writes = random.below(2) == 0;
    access.is_atomic = random.below(4) == 0;
  }
  return accesses;
}

TEST(BlockAccesses, ReadsDoNotConflict) {
  EXPECT_TRUE(conflicts({reads(0, 8)}, {reads(0, 8)}).empty());
  EXPECT_EQ(conflicts({reads(0, 8)}, {writes(7, 9)}), (std::set<std::uintptr_t>{7}));
  EXPECT_TRUE(conflicts({writes(0, 8)}, {writes(8, 16)}).empty());
}

TEST(BlockAccesses, WhatCameBeforeTheBirthOfTheOtherIsInOrder) {
  const BlockAccesses creator = {writes(0, 4, 0), writes(8, 12, 1)};
  EXPECT_EQ(conflicts(creator, {reads(0, 16)}, 1), (std::set<std::uintptr_t>{8, 9, 10, 11}));
  EXPECT_TRUE(conflicts(creator, {reads(0, 16)}, 2).empty());
  EXPECT_EQ(conflicts(creator, {reads(0, 16)}).size(), 8U);
}

TEST(BlockAccesses, TwoAtomicsDoNotConflict) {
  BlockAccess atomic = writes(0, 4);
  atomic.is_atomic = true;
  EXPECT_TRUE(conflicts({atomic}, {atomic}).empty());
  EXPECT_FALSE(conflicts({reads(0, 4)}, {atomic}).empty());
}

TEST(BlockAccesses, ConflictsAreThoseOfTheDefinition) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const BlockAccesses earlier = some(random);
    const BlockAccesses later = some(random);
    const auto born = static_cast<std::uint32_t>(random.below(3));
    EXPECT_EQ(conflicts(earlier, later, born), by_definition(earlier, later, born));
  }
}

TEST(BlockNumbers, EqualSetsHaveOneNumber) {
  BlockNumbers numbers;
  const std::uint64_t both = numbers.number_of({reads(8, 12), writes(0, 8)});
  EXPECT_EQ(numbers.number_of({writes(4, 8), reads(8, 12), writes(0, 4), reads(2, 6)}), both);
  EXPECT_NE(numbers.number_of({reads(8, 12), reads(0, 8)}), both);
  EXPECT_NE(numbers.number_of({reads(8, 12), writes(0, 8, 1)}), both);
  EXPECT_EQ(numbers.set_of(both).size(), 2U);
  EXPECT_EQ(numbers.number_of({}), 0U);
  EXPECT_TRUE(numbers.set_of(0).empty());
}

}  // namespace
}  // namespace heddle::races
