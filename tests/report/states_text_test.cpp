// A worker's report of states, as a person and as other tools see it.
#include "report/states_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// A word at address 0x2a of no file at all.
std::string word(const std::string& kind, const std::string& more) {
  return R"({"kind":")" + kind + R"(","thread":"0.1","place":{"module":"","address":42},)" + more;
}

std::string report(const std::string& splitters, const std::string& more = "") {
  return R"({"states":12,"classes":9,"without_ours":12,"failures":0,"complete":true,"splitters":[)" +
         splitters + "]" + more + "}";
}

StatesReport read(const std::string& text) {
  symbolize::Symbolizer symbolizer;
  Result<StatesReport> result = read_states(text, symbolizer);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : StatesReport{};
}

TEST(ReadStates, AWordIsNarrowedToItsUpperHalf) {
  const StatesReport states =
      read(report(word("heap", R"("offset":24,"name":"","classes":2,"merged":1,)"
                               R"("values":[180388626433,184683593729],"states":[5,8]})")));
  ASSERT_EQ(states.splitters.size(), 1U);
  const Splitter& splitter = states.splitters[0];
  EXPECT_EQ(splitter.word.offset, 28U);
  EXPECT_EQ(splitter.word.bytes, 4U);
  EXPECT_EQ(splitter.values, (std::array<std::uint64_t, 2>{42, 43}));
  EXPECT_EQ(splitter.merged, 1U);
  EXPECT_EQ(to_text(splitter.word), "heap of thread 0.1, offset 0x1c");
}

TEST(ReadStates, AWordThatDiffersBelowStaysWhole) {
  const StatesReport states =
      read(report(word("heap", R"("offset":24,"name":"","classes":2,"merged":1,)"
                               R"("values":[180388626432,180388626433],"states":[5,8]})")));
  ASSERT_EQ(states.splitters.size(), 1U);
  EXPECT_EQ(states.splitters[0].word.offset, 24U);
  EXPECT_EQ(states.splitters[0].word.bytes, 8U);
}

TEST(ReadStates, WhatIsNoReportIsRefused) {
  symbolize::Symbolizer symbolizer;
  EXPECT_FALSE(read_states("{", symbolizer).ok());
  EXPECT_FALSE(read_states(R"({"states":"many"})", symbolizer).ok());
}

TEST(WordText, NamesWhatThereIs) {
  EXPECT_EQ(to_text({"global", "", "", "", "counter", 64}), "global counter");
  EXPECT_EQ(to_text({"global", "", "", "", "", 64}), "global at 0x40");
  EXPECT_EQ(to_text({"stack", "main", "pop", "queue.cpp:41", "", 24}),
            "stack of main, pop (queue.cpp:41), sp+24");
  EXPECT_EQ(to_text({"stack", "main", "pop", "", "x19", 0}), "stack of main, pop, register x19");
  EXPECT_EQ(to_text({"scheduler", "thread 0.1", "", "", "deadline", 8}),
            "scheduler: deadline of thread 0.1");
}

TEST(StatesText, TellsWhatIsUnfinishedAndWhatIsOurs) {
  StatesReport states;
  states.states = 1200;
  states.classes = 1200;
  states.without_ours = 1200;
  EXPECT_THAT(states_text(states), HasSubstr("1,200 states so far; the search did not finish."));
  EXPECT_THAT(states_text(states), Not(HasSubstr("own frames")));
  states.complete = true;
  states.without_ours = 1100;
  EXPECT_THAT(states_text(states), HasSubstr("1,200 states.\n"));
  EXPECT_THAT(states_text(states), HasSubstr("1,100 states without the values in frames"));
}

TEST(PairText, ShowsSchedulesThreadsAndWords) {
  const StatesReport states = read(
      report("", R"(,"pair":{"schedules":["","0"],"same_class":false,"threads":[{"thread":"0",)"
                 R"("positions":[{"operation":"mutex_lock","stack":[{"module":"","address":42}]},)"
                 R"({"operation":"","stack":[]}]}],"words":[)" +
                     word("scheduler", R"("offset":0,"name":"life","values":[1,2]}]})")));
  ASSERT_TRUE(states.pair);
  const std::string text = pair_text(states, 3, 7);
  EXPECT_THAT(text, HasSubstr("State 3, reached by the schedule: (the initial state)\n"));
  EXPECT_THAT(text, HasSubstr("State 7, reached by the schedule: 0\n"));
  EXPECT_THAT(text, HasSubstr("main is at different positions:\n  state 3: before lock\n"));
  EXPECT_THAT(text, HasSubstr("  state 7: not alive\n"));
  EXPECT_THAT(text, HasSubstr("scheduler: life of thread 0.1  1 / 2\n"));
}

}  // namespace
}  // namespace heddle::report
