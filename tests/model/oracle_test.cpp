// The oracle's counts of interleavings, traces and preemption bounds on programs whose numbers are
// known.
#include "model/oracle.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <string>

#include "model/program.hpp"

namespace heddle::model {
namespace {

struct Pair {
  std::size_t interleavings;
  std::size_t traces;
};

struct Known {
  const char* name;
  std::string program;
  std::size_t interleavings;
  std::size_t traces;
  std::size_t deadlock_traces;
  Pair within[3];  // 0, 1, 2 preemptions
};

std::ostream& operator<<(std::ostream& out, const Known& known) { return out << known.name; }

// The same code for several threads.
std::string times(int n, const std::string& thread) {
  std::string text = thread;
  for (int i = 1; i < n; ++i) text += " / " + thread;
  return text;
}

std::string philosophers(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) {
    const std::string left = "f" + std::to_string(i);
    const std::string right = "f" + std::to_string((i + 1) % n);
    if (i > 0) text += " / ";
    text += "L " + left + ";L " + right + ";U " + right + ";U " + left;
  }
  return text;
}

class OracleCountsTest : public testing::TestWithParam<Known> {};

TEST_P(OracleCountsTest, AreTheKnownOnes) {
  const Known& known = GetParam();
  const Result<Program> program = parse_program(known.program);
  ASSERT_TRUE(program.ok()) << program.sentence();
  const OracleResult result = enumerate(*program);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.runs.size(), known.interleavings);
  EXPECT_EQ(result.traces().size(), known.traces);
  EXPECT_EQ(result.deadlock_traces().size(), known.deadlock_traces);
  for (std::size_t bound = 0; bound < 3; ++bound) {
    const OracleCounts counts = result.within(bound);
    EXPECT_EQ(counts.interleavings, known.within[bound].interleavings) << "bound " << bound;
    EXPECT_EQ(counts.traces, known.within[bound].traces) << "bound " << bound;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, OracleCountsTest,
    testing::Values(
        Known{"two_writers", times(2, "W x"), 2, 2, 0, {{2, 2}, {2, 2}, {2, 2}}},
        Known{"three_writers", times(3, "W x"), 6, 6, 0, {{6, 6}, {6, 6}, {6, 6}}},
        Known{"four_writers", times(4, "W x"), 24, 24, 0, {{24, 24}, {24, 24}, {24, 24}}},
        Known{"writer_2_readers", "W x / R x / R x", 6, 4, 0, {{6, 4}, {6, 4}, {6, 4}}},
        Known{"writer_3_readers", "W x / R x / R x / R x", 24, 8, 0, {{24, 8}, {24, 8}, {24, 8}}},
        Known{"two_adders_2", times(2, "A x;A x"), 6, 6, 0, {{2, 2}, {4, 4}, {6, 6}}},
        Known{"two_adders_3", times(2, "A x;A x;A x"), 20, 20, 0, {{2, 2}, {6, 6}, {14, 14}}},
        Known{"three_adders_2", times(3, "A x;A x"), 90, 90, 0, {{6, 6}, {24, 24}, {60, 60}}},
        Known{"store_buffering", "W x;R y / W y;R x", 6, 3, 0, {{2, 2}, {4, 3}, {6, 3}}},
        Known{"message_passing", "W x;W y / R y;R x", 6, 3, 0, {{2, 2}, {4, 3}, {6, 3}}},
        Known{"lost_update", times(2, "R x;W x"), 6, 4, 0, {{2, 2}, {4, 4}, {6, 4}}},
        Known{"two_locked", times(2, "L m;A x;U m"), 2, 2, 0, {{2, 2}, {2, 2}, {2, 2}}},
        Known{"three_locked", times(3, "L m;A x;U m"), 6, 6, 0, {{6, 6}, {6, 6}, {6, 6}}},
        Known{"philosophers_2", philosophers(2), 6, 3, 1, {{2, 2}, {6, 3}, {6, 3}}},
        Known{"philosophers_3", philosophers(3), 168, 7, 1, {{6, 6}, {57, 7}, {129, 7}}},
        Known{"try_lock", "L m;W x;U m / TL m 2;R x;U m", 4, 3, 0, {{2, 2}, {4, 3}, {4, 3}}},
        Known{"posts_and_waits", "SP s;SP s / SW s;SW s", 2, 2, 0, {{1, 1}, {2, 2}, {2, 2}}},
        Known{"one_post_two_waiters", "SP s / SW s / SW s", 2, 2, 2, {{2, 2}, {2, 2}, {2, 2}}},
        Known{"lost_wake_up", "L m;CW c m;U m / CS c", 3, 2, 1, {{2, 2}, {3, 2}, {3, 2}}},
        Known{"broadcast",
              times(2, "L m;CW c m;U m") + " / CB c",
              14,
              10,
              6,
              {{10, 10}, {14, 10}, {14, 10}}},
        Known{"three_chained", "A y / W x;W y / A y;R x", 30, 9, 0, {{6, 6}, {18, 9}, {30, 9}}},
        Known{"posts_across",
              "SP s / SP q;SW q / R x;SW q;SP s",
              22,
              3,
              3,
              {{6, 1}, {15, 3}, {22, 3}}}),
    [](const auto& known) { return std::string(known.param.name); });

OracleResult enumerate_text(const char* text, const OracleOptions& options = {}) {
  const Result<Program> program = parse_program(text);
  EXPECT_TRUE(program.ok()) << program.sentence();
  return enumerate(*program, options);
}

TEST(Oracle, SaysWhenThereAreMoreSchedulesThanAskedFor) {
  const OracleResult result = enumerate_text("W x / W x / W x", {.max_schedules = 5});
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.runs.size(), 5U);
  EXPECT_TRUE(enumerate_text("W x / W x / W x", {.max_schedules = 6}).complete);
}

TEST(Oracle, BreaksRunsOffAtTheDepthAskedFor) {
  const OracleResult result = enumerate_text("W x;W x / W x", {.max_depth = 2});
  EXPECT_EQ(result.runs.size(), 3U);  // 00, 01, 10
  for (const CompleteRun& run : result.runs) EXPECT_EQ(run.verdict, Verdict::running);
}

TEST(Oracle, CollectsEndsAndFailures) {
  const OracleResult result = enumerate_text("R x;AS 1 / W x 1");
  EXPECT_EQ(result.failures(), std::set<std::string>{"thread 0: the value read is 1"});
  EXPECT_EQ(result.final_states().size(), 2U);
}

TEST(Oracle, CallsLeavingAYieldingThreadNoPreemption) {
  EXPECT_EQ(enumerate_text("R x;R x / R x").within(0).interleavings, 2U);
  EXPECT_EQ(enumerate_text("R x;Y / R x").within(0).interleavings, 3U);
}

// A choice is part of the trace: two values are two traces.
TEST(Oracle, TellsTracesApartByTheirResults) {
  EXPECT_EQ(enumerate_text("CH 3").traces().size(), 3U);
  EXPECT_EQ(enumerate_text("R x / R x").traces().size(), 1U);
}

}  // namespace
}  // namespace heddle::model
