// A path knows its steps, forgets them when truncated, and can be led to a place it once was at.
#include "search/engine/path.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(Path, KnowsItsSteps) {
  HandMadePath made({thread(0)});
  Path& path = made.path();
  EXPECT_EQ(path.last(), kNoThread);
  made.step(decide(0), {thread(0), thread(1)});
  made.step(decide(1, 2), {thread(0)});
  EXPECT_EQ(path.depth(), 2U);
  EXPECT_EQ(path.last(), thread_id(1));
  EXPECT_EQ(to_text(path.schedule()), "0 1:2");
  path.truncate(1);
  EXPECT_EQ(to_text(path.schedule()), "0");
}

TEST(Path, NamesPlacesThatShareTheirPrefix) {
  HandMadePath made({thread(0)});
  Path& path = made.path();
  path.push(decide(0));
  path.push(decide(1));
  const PlaceRef deep = path.place();
  EXPECT_EQ(deep, path.place());
  path.truncate(1);
  const PlaceRef shallow = path.place();
  EXPECT_EQ(deep->parent, shallow);
  EXPECT_EQ(deep->depth, 2U);
  EXPECT_EQ(deep->by, decide(1));
  path.push(decide(2));
  EXPECT_NE(path.place(), deep);
}

TEST(Path, IsLedToAPlace) {
  HandMadePath made({thread(0)});
  Path& path = made.path();
  for (const std::size_t id : {0U, 1U, 2U}) path.push(decide(id));
  const PlaceRef place = path.place();
  path.truncate(1);
  path.push(decide(5));
  EXPECT_EQ(path.lead_to(place), 1U);
  EXPECT_EQ(to_text(path.schedule()), "0 1 2");
  path.truncate(2);
  EXPECT_EQ(path.lead_to(place->parent->parent), 1U);
  EXPECT_EQ(to_text(path.schedule()), "0");
}

}  // namespace
}  // namespace heddle::search
