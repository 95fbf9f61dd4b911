// The progress of a long search is kept in few samples that cover all of it.
#include "cli/rate_log.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

fleet::Progress progress_at(double seconds) {
  fleet::Progress progress;
  progress.seconds = seconds;
  progress.executions = static_cast<std::uint64_t>(seconds * 10);
  progress.states = static_cast<std::uint64_t>(seconds * 20);
  return progress;
}

TEST(RateLog, KeepsAShortSearchWhole) {
  RateLog log;
  for (int i = 1; i <= 5; ++i) log.add(progress_at(0.1 * i));
  ASSERT_EQ(log.samples().size(), 5U);
  EXPECT_EQ(log.samples().back().executions, 5U);
  EXPECT_EQ(log.samples().back().states, 10U);
}

TEST(RateLog, ThinsOutALongSearch) {
  RateLog log;
  for (int i = 1; i <= 100'000; ++i) log.add(progress_at(0.1 * i));
  const auto& samples = log.samples();
  EXPECT_LT(samples.size(), 200U);
  EXPECT_GT(samples.size(), 50U);
  EXPECT_LT(samples.front().seconds, 500);
  EXPECT_GT(samples.back().seconds, 9'500);
  for (std::size_t i = 1; i < samples.size(); ++i) {
    EXPECT_GT(samples[i].seconds, samples[i - 1].seconds);
    EXPECT_LT(samples[i].seconds - samples[i - 1].seconds, 500);
  }
}

}  // namespace
}  // namespace heddle::cli
