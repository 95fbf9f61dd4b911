#include "races/recent_accesses.hpp"

#include <gtest/gtest.h>

#include "races/race_detector.hpp"

namespace heddle::races {
namespace {

constexpr ThreadId kFirst{1};
constexpr ThreadId kSecond{2};
constexpr std::uintptr_t kCell = 0x4000;

TEST(RecentAccesses, ContainsTheBytesOfOneClock) {
  RecentAccesses recent;
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 4, false));
  recent.replace(kFirst, 3, kCell, 4, false);
  EXPECT_TRUE(recent.contains(kFirst, 3, kCell, 4, false));
  EXPECT_TRUE(recent.contains(kFirst, 3, kCell + 1, 2, false));
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 4, true));
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 8, false));
  EXPECT_FALSE(recent.contains(kFirst, 4, kCell, 4, false));
  EXPECT_FALSE(recent.contains(kSecond, 3, kCell, 4, false));
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell + 8, 4, false));
  recent.replace(kFirst, 3, kCell + 4, 4, false);
  EXPECT_TRUE(recent.contains(kFirst, 3, kCell, 8, false));
}

TEST(RecentAccesses, AnotherThreadReplaces) {
  RecentAccesses recent;
  recent.replace(kFirst, 3, kCell, 4, true);
  recent.replace(kSecond, 1, kCell + 4, 4, false);
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 4, true));
  EXPECT_TRUE(recent.contains(kSecond, 1, kCell + 4, 4, false));
}

TEST(RecentAccesses, AWideAccessReplacesWithoutBeingRemembered) {
  RecentAccesses recent;
  recent.replace(kFirst, 3, kCell, 8, true);
  recent.replace(kFirst, 3, kCell + 8, 8, true);
  recent.replace(kSecond, 1, kCell + 4, 8, true);
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 8, true));
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell + 8, 8, true));
  EXPECT_FALSE(recent.contains(kSecond, 1, kCell + 4, 8, true));
}

TEST(RecentAccesses, CopiesAreEmpty) {
  RecentAccesses recent;
  recent.replace(kFirst, 3, kCell, 8, true);
  const RecentAccesses copy(recent);
  EXPECT_FALSE(copy.contains(kFirst, 3, kCell, 8, true));
  recent = copy;
  EXPECT_FALSE(recent.contains(kFirst, 3, kCell, 8, true));
}

TEST(RecentAccesses, GenerationsDoNotReturn) {
  RecentAccesses recent;
  recent.replace(kFirst, 3, kCell, 8, true);
  for (int i = 0; i < 3 << 19; ++i) {
    recent.forget_all();
    ASSERT_FALSE(recent.contains(kFirst, 3, kCell, 8, true));
  }
}

struct RaceCount : RaceSink {
  int races = 0;
  void found(const Race&) override { ++races; }
};

// The same thread writes before and after the memory is freed: the second write is another
// object's.
TEST(RecentAccesses, FreedMemoryIsForgotten) {
  RaceDetector detector;
  detector.reset();
  detector.synchronisation().created(kMainThread, kFirst);
  RaceCount races;
  detector.plain(kMainThread, kCell, 8, true, Site{1}, races);
  EXPECT_TRUE(detector.is_repeated(kMainThread, kCell, 8, true));
  detector.freed(kMainThread, kCell, 64, Site{2}, races);
  EXPECT_FALSE(detector.is_repeated(kMainThread, kCell, 8, true));
  detector.plain(kMainThread, kCell, 8, true, Site{3}, races);
  EXPECT_EQ(races.races, 0);
  detector.plain(kFirst, kCell, 8, false, Site{4}, races);
  EXPECT_EQ(races.races, 1);
}

TEST(RecentAccesses, AnAtomicAccessOfAnotherThreadIsNotHidden) {
  RaceDetector detector;
  detector.reset();
  detector.synchronisation().created(kMainThread, kFirst);
  RaceCount races;
  detector.plain(kMainThread, kCell, 8, false, Site{1}, races);
  detector.atomic(kFirst, RaceDetector::AtomicKind::store, kCell, 8, 5, Site{2}, races);
  EXPECT_EQ(races.races, 1);
  detector.plain(kMainThread, kCell, 8, false, Site{3}, races);
  EXPECT_EQ(races.races, 2);
}

}  // namespace
}  // namespace heddle::races
