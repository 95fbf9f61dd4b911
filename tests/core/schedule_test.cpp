// The text of a schedule says the schedule; other text is refused.
#include "core/schedule.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Schedule, PrintsAlternativesOnlyWhereTheyMatter) {
  const Schedule schedule = {{ThreadId{0}, 0}, {ThreadId{2}, 1}, {ThreadId{11}, 0}};
  EXPECT_EQ(to_text(schedule), "0 2:1 11");
  EXPECT_EQ(to_text({}), "");
}

TEST(Schedule, ReadsWhatItPrints) {
  const Schedule schedule = {{ThreadId{0}, 3}, {ThreadId{65'534}, 65'535}, {ThreadId{1}, 0}};
  const Result<Schedule> read = parse_schedule(to_text(schedule));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, schedule);
  EXPECT_TRUE(parse_schedule("")->empty());
  EXPECT_EQ(parse_schedule("  1   2 ")->size(), 2U);
}

TEST(Schedule, RefusesOtherText) {
  for (const char* text : {"x", "1:", "1:x", "1,2", "-1", "70000", "1:70000", "1 2 three"}) {
    const Result<Schedule> read = parse_schedule(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.sentence().find("thread numbers"), std::string::npos);
  }
}

}  // namespace
}  // namespace heddle
