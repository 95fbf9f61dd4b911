// Ratios, restarts and variants of randomized backtracking as users write them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "config/backtrack_text.hpp"
#include "config/option_table.hpp"

namespace heddle::config {
namespace {

using testing::HasSubstr;

TEST(BacktrackText, RatiosAreConstantOrFallWithTheDepth) {
  EXPECT_EQ(parse_ratio("0.75"), (Ratio{0.75, std::nullopt}));
  EXPECT_EQ(parse_ratio("1"), (Ratio{1, std::nullopt}));
  EXPECT_EQ(parse_ratio("1-d/100"), (Ratio{0.9, 100}));
  for (const char* text : {"0", "1", "0.1", "0.99", "1-d/20", "1e-05", "0.30000000000000004"}) {
    const std::optional<Ratio> ratio = parse_ratio(text);
    ASSERT_TRUE(ratio) << text;
    EXPECT_EQ(parse_ratio(to_text(*ratio)), ratio) << text;
  }
  for (const char* bad :
       {"", "1.1", "-0.1", "nan", "inf", "0x1", "1-d/0", "1-d/", "1-d", "1 - d/9", "0.9 ", "90%"}) {
    EXPECT_EQ(parse_ratio(bad), std::nullopt) << bad;
  }
}

TEST(BacktrackText, RestartsMayFollowTheLubySequence) {
  EXPECT_EQ(parse_restarts("none"), Restarts{});
  EXPECT_EQ(parse_restarts("auto"), Restarts{.when_exhausted = true});
  EXPECT_EQ(to_text(Restarts{.when_exhausted = true}), "auto");
  EXPECT_EQ(to_text(Restarts{}), "none");
  EXPECT_EQ(parse_restarts("500"), (Restarts{500, false}));
  EXPECT_EQ(parse_restarts("luby=20"), (Restarts{20, true}));
  EXPECT_EQ(to_text(Restarts{20, true}), "luby=20");
  for (const char* bad : {"", "0", "luby", "luby=", "luby=0", "fixed=3"}) {
    EXPECT_EQ(parse_restarts(bad), std::nullopt) << bad;
  }
}

TEST(BacktrackText, EveryVariantHasItsKey) {
  BacktrackVariants all;
  all.depth = BacktrackVariants::DepthOf::states;
  all.from = BacktrackVariants::From::beyond;
  all.first_exempt = true;
  all.jumps = BacktrackVariants::Jumps::all;
  all.leaving_counts = false;
  all.length = BacktrackVariants::Length::geometric;
  all.clip = false;
  all.reopen_partial = false;
  all.revisits_jump = true;
  const std::string text =
      "depth=states,from=beyond,first=exempt,jumps=all,leaving=not,length=geometric,clip=no,"
      "partial=lost,revisits=jump";
  EXPECT_EQ(to_text(all), text);
  EXPECT_EQ(parse_variants(text), all);
  EXPECT_EQ(to_text(BacktrackVariants{}), "none");
  EXPECT_EQ(parse_variants("none"), BacktrackVariants{});
  EXPECT_EQ(parse_variants("clip=yes,length=whole-depth")->length,
            BacktrackVariants::Length::whole_depth);
  for (const char* bad : {"", "clip", "clip=", "clip=maybe", "clip=no,", "clip=no,clip=no",
                          "clips=no", "length=no", "depth"}) {
    EXPECT_EQ(parse_variants(bad), std::nullopt) << bad;
  }
}

TEST(BacktrackText, ARefusedVariantIsToldTheKeys) {
  RunOptions options;
  const Status status = set(options, "backtrack-variant", "clip=maybe");
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.sentence(), HasSubstr("--backtrack-variant does not accept 'clip=maybe'"));
  EXPECT_THAT(status.sentence(), HasSubstr("clip=yes|no"));
  EXPECT_THAT(status.sentence(), HasSubstr("length=below-threshold|whole-depth|geometric,"));
}

}  // namespace
}  // namespace heddle::config
