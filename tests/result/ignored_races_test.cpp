#include "result/ignored_races.hpp"

#include <gtest/gtest.h>

namespace heddle::result {
namespace {

TEST(IgnoredRaces, AreReadAsTheyWereWritten) {
  FoundRace race;
  race.earlier.place = {"/home/me/a+b", 0x1a2c};
  race.later.place = {"/lib/libx.so.1", 0};
  const std::string text = ignored_race_text(race);
  EXPECT_EQ(text, "a+b+1a2c/libx.so.1+0");
  const std::vector<PlacePair> pairs = ignored_races(text + "," + text);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[1], PlacePair({"a+b", 0x1a2c}, {"libx.so.1", 0}));
}

TEST(IgnoredRaces, GarbageIsNone) {
  EXPECT_TRUE(ignored_races("").empty());
  EXPECT_TRUE(ignored_races("a+1,a/b,a+1/b+,a+1/b+xy,,/").empty());
}

}  // namespace
}  // namespace heddle::result
