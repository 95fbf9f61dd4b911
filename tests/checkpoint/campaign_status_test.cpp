// The status of a campaign survives its file, and damage is noticed.
#include "campaign/status.hpp"

#include <gtest/gtest.h>

namespace heddle::campaign {
namespace {

CampaignStatus example() {
  CampaignStatus status;
  status.runs = 3;
  status.seconds = 1.5;
  status.executions = 1'000'000'000'000;
  status.checkpoints = 12;
  status.phase = "all states";
  status.spend("all states", 1);
  status.spend("hunt", 0.25);
  status.spend("all states", 2);
  status.estimate = {1e30, 1e29, 1e31};
  status.verdict = "incomplete";
  status.can_continue = false;
  status.found = {"deadlock", "assertion"};
  return status;
}

TEST(CampaignStatus, SurvivesItsFile) {
  const auto read = status_from_file(to_file(example()));
  ASSERT_TRUE(read);
  EXPECT_EQ(to_file(*read), to_file(example()));
  EXPECT_EQ(read->executions, 1'000'000'000'000U);
  EXPECT_EQ(read->phases, (std::vector<PhaseTime>{{"all states", 3}, {"hunt", 0.25}}));
  EXPECT_EQ(read->found.size(), 2U);
  EXPECT_FALSE(read->can_continue);
  ASSERT_TRUE(read->estimate);
  EXPECT_EQ(read->estimate->high, 1e31);
}

TEST(CampaignStatus, EveryChangedByteIsNoticed) {
  const std::string file = to_file(example());
  for (std::size_t i = 0; i + 1 < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(status_from_file(damaged)) << i;
  }
  EXPECT_FALSE(status_from_file(""));
}

}  // namespace
}  // namespace heddle::campaign
