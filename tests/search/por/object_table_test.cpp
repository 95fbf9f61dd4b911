// Objects are numbered by first appearance; those that share bytes know each other.
#include "search/por/object_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Access at(std::uint64_t address, std::uint8_t size) { return {ObjectId{address}, size}; }

TEST(ObjectTable, NumbersObjectsOnce) {
  ObjectTable table;
  EXPECT_EQ(table.number(at(0x100, 4)), 0U);
  EXPECT_EQ(table.number(at(0x200, 4)), 1U);
  EXPECT_EQ(table.number(at(0x100, 4)), 0U);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_THAT(table.overlapping(0), IsEmpty());
}

TEST(ObjectTable, LinksWhatOverlapsInBothDirections) {
  ObjectTable table;
  table.number(at(0x100, 8));
  table.number(at(0x104, 4));
  table.number(at(0x108, 4));
  EXPECT_THAT(table.overlapping(0), ElementsAre(1));
  EXPECT_THAT(table.overlapping(1), ElementsAre(0));
  EXPECT_THAT(table.overlapping(2), IsEmpty());
}

TEST(ObjectTable, NoticesWiderAccesses) {
  ObjectTable table;
  table.number(at(0x100, 1));
  table.number(at(0x104, 1));
  EXPECT_THAT(table.overlapping(0), IsEmpty());
  table.number(at(0x100, 16));
  EXPECT_THAT(table.overlapping(0), ElementsAre(1));
  table.number(at(0x100, 16));
  EXPECT_THAT(table.overlapping(1), ElementsAre(0)) << "once";
}

TEST(ObjectTable, WhatIsNoMemoryOverlapsNothing) {
  ObjectTable table;
  table.number(at(0x100, 8));
  table.number(at(0x104, 0));
  EXPECT_THAT(table.overlapping(1), IsEmpty());
}

}  // namespace
}  // namespace heddle::search
