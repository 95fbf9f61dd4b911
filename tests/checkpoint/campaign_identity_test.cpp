// The identity of a campaign survives its file, any damage is noticed, and only options of the
// search belong to it.
#include "campaign/identity.hpp"

#include <gtest/gtest.h>

#include "config/options_text.hpp"

namespace heddle::campaign {
namespace {

CampaignIdentity example() {
  CampaignIdentity identity;
  identity.version = "1.2.3";
  identity.engine = "e0";
  identity.program = "/a/program";
  identity.program_hash = "00ff";
  identity.arguments = {"--size", "3", "two words", "\xff"};
  identity.options = "search=pct:seed=7";
  identity.input = "";
  identity.builds = 4;
  return identity;
}

TEST(CampaignIdentity, SurvivesItsFile) {
  CampaignIdentity identity = example();
  identity.arguments.pop_back();
  EXPECT_EQ(from_file(to_file(identity)), identity);
}

TEST(CampaignIdentity, EveryChangedByteIsNoticed) {
  const std::string file = to_file(example());
  for (std::size_t i = 0; i + 1 < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(from_file(damaged)) << i;
    EXPECT_FALSE(from_file(file.substr(0, i))) << i;
  }
}

TEST(CampaignIdentity, EachPartChangesItsNumber) {
  const CampaignIdentity identity = example();
  CampaignIdentity other = identity;
  other.version = "1.2.4";
  EXPECT_NE(number_of(other), number_of(identity));
  other = identity;
  other.builds = 5;
  EXPECT_NE(number_of(other), number_of(identity));
  other = identity;
  other.arguments.emplace_back("x");
  EXPECT_NE(number_of(other), number_of(identity));
  EXPECT_EQ(number_of(identity), number_of(example()));
}

TEST(CampaignIdentity, OptionsOfARunAreNoPartOfTheSearch) {
  const auto given = config::parse_options(
      "search=pct:seed=7:time=3s:json=a:html=b:quiet=true:campaign=c:save-interval=1s");
  ASSERT_TRUE(given.ok()) << given.sentence();
  EXPECT_EQ(config::to_text(search_part(*given)), "search=pct:seed=7");
}

TEST(CampaignIdentity, ARunTakesTheSearchAndAddsItsOwnOptions) {
  const auto search = config::parse_options("search=pct:seed=7:campaign=x");
  const auto run = config::parse_options("time=3s:json=a:seed=9:campaign=y");
  ASSERT_TRUE(search.ok() && run.ok());
  const config::RunOptions all = with_search_of(*search, *run);
  EXPECT_EQ(all.seed, 7U);
  EXPECT_EQ(all.json, "a");
  EXPECT_EQ(all.campaign, "y");
  EXPECT_EQ(all.time, std::chrono::seconds(3));
}

}  // namespace
}  // namespace heddle::campaign
