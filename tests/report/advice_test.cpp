// Advice follows from what was measured, and only an unfinished search gets some.
#include "report/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

result::RunResult unfinished() {
  result::RunResult result;
  result.verdict = result::RunVerdict::incomplete;
  result.search = {{"search", "dfs"}};
  result.executions = 902;
  result.seconds = 2;
  return result;
}

TEST(Advice, ComesFromCutExecutions) {
  result::RunResult result = unfinished();
  result.cut = 902;
  result.max_depth = 20'000;
  result.cut_loop.emplace();
  result.cut_loop->threads.push_back({"main", "x.cpp:40 in main", {}});
  EXPECT_THAT(advice_for(result),
              ElementsAre("902 of 902 executions were cut at 20,000 steps: test fewer operations, "
                          "lower the loop count at x.cpp:40 in main, or sample with --search pct "
                          "--time 60"));
}

TEST(Advice, ASamplingSearchIsNotToldToSample) {
  result::RunResult result = unfinished();
  result.cut = 1;
  result.search["search"] = "pct";
  EXPECT_THAT(advice_for(result), ElementsAre(Not(HasSubstr("--search pct"))));
}

TEST(Advice, ComesFromTheNumberOfSchedules) {
  result::RunResult result = unfinished();
  result.estimate = {451 * 3600.0 * 48, 1, 1e12};
  EXPECT_THAT(advice_for(result), ElementsAre(HasSubstr("at 451 per second take 48 hours")));
  result.estimate = {451 * 60.0, 1, 1e12};
  EXPECT_THAT(advice_for(result), IsEmpty()) << "a minute is no reason to give up";
  result.estimate = {1e300, 1, 1e301};
  EXPECT_THAT(advice_for(result), ElementsAre(HasSubstr("take centuries")));
}

TEST(Advice, ComesFromThreadsMemoryAndCode) {
  result::RunResult result = unfinished();
  result.threads_at_once = 65;
  result.states = 1'000;
  result.peak_rss = std::uint64_t{1} << 30;
  result.uninstrumented = {"bump at plain.cpp:3"};
  result.not_seen.code = {{UnseenKind::function, {"plain", 3}}};
  EXPECT_THAT(
      advice_for(result),
      ElementsAre(
          HasSubstr("65 threads at once: test with 2 or 3"), HasSubstr("1,024 MiB, 1,048 KiB each"),
          HasSubstr("1 function ran without instrumentation, such as bump at plain.cpp:3")));
}

TEST(Advice, IsForUnfinishedSearches) {
  result::RunResult result = unfinished();
  result.threads_at_once = 65;
  result.verdict = result::RunVerdict::complete;
  EXPECT_THAT(advice_for(result), IsEmpty());
  result.verdict = result::RunVerdict::error;
  EXPECT_THAT(advice_for(result), IsEmpty());
}

}  // namespace
}  // namespace heddle::report
