// The record of pages that a program may not use freely.
#include "runtime/heap/page_states.hpp"

#include <gtest/gtest.h>

#include <array>

namespace heddle::native {
namespace {

using Words = std::array<std::uint64_t, PageStates::kWords>;

TEST(PageStates, ZeroIsUsable) {
  Words words{};
  PageStates pages{words};
  EXPECT_TRUE(pages.is_empty());
  EXPECT_FALSE(pages.is_mapping());
  EXPECT_EQ(pages.of(0), PageState::usable);
}

TEST(PageStates, LaterStatesReplaceEarlierOnes) {
  Words words{};
  PageStates pages{words};
  pages.make_mapping(true);
  EXPECT_TRUE(pages.set(0, 10, PageState::no_access));
  EXPECT_TRUE(pages.set(3, 5, PageState::usable));
  EXPECT_TRUE(pages.set(4, 7, PageState::read_only));
  constexpr PageState kExpected[] = {
      PageState::no_access, PageState::no_access, PageState::no_access, PageState::usable,
      PageState::read_only, PageState::read_only, PageState::read_only, PageState::no_access,
      PageState::no_access, PageState::no_access, PageState::usable};
  for (std::size_t page = 0; page < std::size(kExpected); ++page) {
    EXPECT_EQ(pages.of(page), kExpected[page]) << page;
  }
  EXPECT_TRUE(pages.is_mapping());
  EXPECT_TRUE(pages.has_file());
}

TEST(PageStates, EqualPagesHaveEqualRecords) {
  Words one{};
  Words other{};
  PageStates(one).set(0, 8, PageState::read_only);
  PageStates(one).set(4, 8, PageState::usable);
  PageStates(other).set(2, 4, PageState::read_only);
  PageStates(other).set(0, 2, PageState::read_only);
  EXPECT_EQ(one, other);
  PageStates(one).set(0, 4, PageState::usable);
  EXPECT_EQ(one, Words{});
}

TEST(PageStates, UnmappedAsAWhole) {
  Words words{};
  PageStates pages{words};
  pages.set(0, 3, PageState::unmapped);
  EXPECT_FALSE(pages.are_unmapped(4));
  pages.set(3, 4, PageState::unmapped);
  EXPECT_TRUE(pages.are_unmapped(4));
  pages.set(1, 2, PageState::usable);
  EXPECT_FALSE(pages.are_unmapped(4));
}

TEST(PageStates, AFullRecordStays) {
  Words words{};
  PageStates pages{words};
  std::size_t page = 0;
  while (pages.set(page, page + 1, PageState::read_only)) page += 2;
  EXPECT_EQ(page / 2, PageStates::kWords - 1);
  EXPECT_EQ(pages.of(page), PageState::usable);
  EXPECT_EQ(pages.of(page - 2), PageState::read_only);
  EXPECT_TRUE(pages.set(0, page, PageState::no_access));
}

}  // namespace
}  // namespace heddle::native
