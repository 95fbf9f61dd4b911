// What several searches are asked, and what is made of their results.
#include "fleet/portfolio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "fleet/combined_result.hpp"
#include "fleet/member.hpp"

namespace heddle::fleet {
namespace {

using config::Order;
using config::RunOptions;
using testing::HasSubstr;

TEST(Member, SeedsAreStableAndDistinct) {
  EXPECT_EQ(member_seed(7, 0), 7U);
  EXPECT_EQ(member_seed(1, 1), 10828336961939887896ULL);
  EXPECT_EQ(member_seed(1, 2), 7404000066017000064ULL);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < 128; ++i) seeds.insert(member_seed(1, i));
  EXPECT_EQ(seeds.size(), 128U);
}

TEST(Member, WithoutRandomnessTheOthersUseRandomOrder) {
  RunOptions options;
  EXPECT_EQ(member_options(options, 3, 0).order.kind, Order::Kind::default_);
  EXPECT_EQ(member_options(options, 3, 1).order.kind, Order::Kind::random);
  options.backtrack.jump = config::Jump::luby;
  EXPECT_EQ(member_options(options, 3, 1).order.kind, Order::Kind::default_);
  options = {};
  options.search = config::Search::guided;
  EXPECT_EQ(member_options(options, 3, 1).order.kind, Order::Kind::default_);
}

TEST(Member, OneProcessCoversAndTheOthersSample) {
  using config::Portfolio;
  config::RunOptions options;
  EXPECT_EQ(member_options(options, 1, 0).portfolio, Portfolio::all);
  EXPECT_EQ(member_options(options, 3, 0).portfolio, Portfolio::coverage);
  EXPECT_EQ(member_options(options, 3, 1).portfolio, Portfolio::sampling);
  EXPECT_EQ(member_options(options, 3, 2).portfolio, Portfolio::sampling);
  options.portfolio = Portfolio::sampling;
  EXPECT_EQ(member_options(options, 3, 0).portfolio, Portfolio::sampling) << "as given";
  config::RunOptions bounded;
  bounded.bound.preemptions = 2;
  EXPECT_EQ(member_options(bounded, 3, 0).portfolio, Portfolio::all) << "no search samples";
  EXPECT_EQ(member_options(bounded, 3, 1).portfolio, Portfolio::all);
}

TEST(Member, JobsAndMemoryFollowTheOptions) {
  RunOptions options;
  EXPECT_EQ(job_count(options), 1U);
  options.jobs = 5;
  EXPECT_EQ(job_count(options), 5U);
  options.max_memory = {config::MemoryLimit::Kind::bytes, 1000};
  EXPECT_EQ(memory_limit(options), 1000U);
  EXPECT_EQ(member_options(options, 4, 2).max_memory.bytes, 250U);
  options.max_memory = {config::MemoryLimit::Kind::none, 0};
  EXPECT_EQ(memory_limit(options), 0U);
}

Member ended(result::RunVerdict verdict, std::uint64_t states) {
  Member member;
  member.seed = states;
  WorkerOutcome& outcome = member.outcome.emplace();
  outcome.result.verdict = verdict;
  outcome.result.states = states;
  outcome.result.peak_rss = states;
  outcome.result.coverage.stopped = std::to_string(states) + " states";
  if (verdict == result::RunVerdict::error) {
    outcome.result.error =
        result::FoundError{FailureKind::assertion, std::to_string(states), "", "", 1};
  }
  return member;
}

Member killed() {
  Member member = ended(result::RunVerdict::error, 5);
  member.outcome->unexplained_death = "killed";
  return member;
}

TEST(Combined, TheLowestErrorWinsUnlessOneWasFirst) {
  const Members members = {ended(result::RunVerdict::complete, 1),
                           ended(result::RunVerdict::error, 2),
                           ended(result::RunVerdict::error, 4)};
  const WorkerOutcome lowest = combine(members, std::nullopt, 1);
  EXPECT_EQ(lowest.result.member, 1U);
  EXPECT_EQ(lowest.result.seed, 2U);
  EXPECT_EQ(lowest.result.states, 7U);
  EXPECT_EQ(lowest.result.peak_rss, 4U);
  EXPECT_EQ(lowest.result.peak_rss_sum, 7U);
  ASSERT_EQ(lowest.result.further_errors.size(), 1U);
  EXPECT_EQ(lowest.result.further_errors[0].message, "4");
  EXPECT_EQ(combine(members, 2, 1).result.error->message, "4");
}

TEST(Combined, ADeathIsNeitherAnErrorNorCompleteness) {
  Members members = {killed(), ended(result::RunVerdict::incomplete, 2)};
  const std::vector<LostMember> lost = take_lost(members);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].number, 0U);
  const WorkerOutcome outcome = combine(members, std::nullopt, 1);
  EXPECT_EQ(outcome.result.verdict, result::RunVerdict::incomplete);
  EXPECT_FALSE(outcome.result.error);
  EXPECT_EQ(outcome.result.member, 1U);
  EXPECT_EQ(outcome.result.members[0].death, "killed");
  EXPECT_THAT(result::coverage_text(outcome.result.coverage), HasSubstr("none of 2 searches"));
  members[1] = ended(result::RunVerdict::complete, 2);
  EXPECT_EQ(combine(members, std::nullopt, 1).result.verdict, result::RunVerdict::complete);
  const WorkerOutcome all = combine({killed(), killed()}, std::nullopt, 1);
  EXPECT_EQ(all.result.verdict, result::RunVerdict::incomplete);
  EXPECT_FALSE(all.result.error);
}

TEST(Combined, MembersMakeTheRoundTripThroughJson) {
  const WorkerOutcome outcome =
      combine({ended(result::RunVerdict::complete, 1), killed()}, std::nullopt, 1);
  const std::string text = to_json(outcome.result);
  const Result<result::RunResult> back = result::run_result_from_json(text);
  ASSERT_TRUE(back.ok()) << back.sentence();
  EXPECT_EQ(back->members.size(), 2U);
  EXPECT_EQ(to_json(*back), text);
}

}  // namespace
}  // namespace heddle::fleet
