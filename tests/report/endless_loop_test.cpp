// Reports of livelocks: where the loop begins, who is in it, and how it is told to other tools.
#include "report/endless_loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/golden.hpp"
#include "report/explanation.hpp"
#include "report/summary.hpp"
#include "report/text_report.hpp"
#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

void livelock(TraceBuilder& t, std::uint64_t cycle_begin) {
  t.fails(FailureKind::livelock, "threads 1 and 2 repeat the same 6 steps for ever", -1, {});
  t.trace().failure->cycle_begin = cycle_begin;
}

// Two threads that step aside for each other.
TraceBuilder polite() {
  TraceBuilder t;
  t.thread(0);
  t.thread(1);
  t.thread(2);
  t.variable(0x10, "left");
  t.variable(0x20, "right");
  const std::string pass = "pass(int)";
  const auto own = [](int thread) { return thread == 1 ? 0x10U : 0x20U; };
  const auto store = [&](int thread, unsigned value, int line) {
    t.memory(thread, OpKind::atomic_store, own(thread), 1 - value, value, t.at(line, pass));
  };
  const auto load = [&](int thread) {
    t.memory(thread, OpKind::atomic_load, own(3 - thread), 1, 1, t.at(9, pass));
  };
  t.note(0, OpKind::thread_create, 1, t.at(18, "main"));
  t.note(0, OpKind::thread_create, 2, t.at(19, "main"));
  store(1, 1, 8);
  store(2, 1, 8);
  for (const int thread : {1, 2}) load(thread);
  for (const int thread : {1, 2}) store(thread, 0, 10);
  for (const int thread : {1, 2}) store(thread, 1, 12);
  livelock(t, 2);
  return t;
}

// One thread that waits for what nobody does; `before` rounds lead to the loop, which is one more.
TraceBuilder lonely(int before, int length) {
  TraceBuilder t;
  t.thread(0);
  t.variable(0x10, "ready");
  const trace::Place load = t.at(7, "main");
  for (int i = 0; i < before * length; ++i) {
    t.memory(0, OpKind::atomic_load, 0x10, 0, 0, load).stack = {load};
  }
  for (int i = 0; i < length; ++i) {
    t.memory(0, OpKind::atomic_load, 0x10, 0, 0, load).stack = {load};
  }
  livelock(t, static_cast<std::uint64_t>(before) * static_cast<std::uint64_t>(length));
  return t;
}

std::string shown(const TraceBuilder& t, TextStyle style = {}) {
  return render(t.trace(), t.symbols(), style);
}

TEST(EndlessLoop, CountsStepsButNoNotes) {
  const auto loop = endless_loop(polite().trace());
  ASSERT_TRUE(loop.has_value());
  EXPECT_EQ(loop->begin, 2U);
  EXPECT_EQ(loop->length, 6U);
  EXPECT_EQ(loop->position, 4U);
  EXPECT_THAT(loop->threads, ElementsAre(ThreadId{1}, ThreadId{2}));
}

TEST(EndlessLoop, IsNoneWithoutSteps) {
  TraceBuilder t = polite();
  t.trace().failure->cycle_begin = 8;
  EXPECT_FALSE(endless_loop(t.trace()).has_value());
  t.trace().failure->cycle_begin.reset();
  EXPECT_FALSE(endless_loop(t.trace()).has_value());
  t.trace().failure->message = "no termination after 8 steps";
  EXPECT_EQ(headline(t.trace()), "livelock: no termination after 8 steps");
  EXPECT_THAT(shown(t), HasSubstr("Reached after 8 steps"));
  t.trace().failure.reset();
  EXPECT_FALSE(endless_loop(t.trace()).has_value());
}

TEST(EndlessLoop, IsMarkedInTheReport) {
  TextStyle style;
  style.trace_file = "heddle.trace";
  EXPECT_TRUE(golden::matches(HEDDLE_GOLDEN, "livelock.txt", shown(polite(), style)));
}

TEST(EndlessLoop, IsMarkedInAListOfSteps) {
  EXPECT_TRUE(
      golden::matches(HEDDLE_GOLDEN, "livelock_very_narrow.txt", shown(polite(), {.width = 40})));
}

TEST(EndlessLoop, OfOneStepAndOneThread) {
  const std::string text = shown(lonely(2, 1));
  EXPECT_THAT(text, HasSubstr("livelock: main runs in a fair cycle without progress\n"
                              "The cycle starts after 2 steps and is 1 step long.\n"));
  EXPECT_THAT(text, HasSubstr("from here on, step 3 repeats endlessly:\n    3 "));
}

// What leads to a loop often is the same loop with other values elsewhere.
TEST(EndlessLoop, IsNotFoldedIntoWhatCameBefore) {
  const std::string text = shown(lonely(50, 2));
  EXPECT_THAT(text, HasSubstr("... the step above is repeated 99 more times ...\n"
                              "        from here on, steps 101 to 102 repeat endlessly:\n"
                              "  101 "));
}

TEST(EndlessLoop, KeepsItsHeadingWhenLinesAreLeftOut) {
  TraceBuilder t;
  t.thread(0);
  for (unsigned i = 0; i < 300; ++i) {
    t.memory(0, OpKind::write, 0x10, i, i + 1, t.at(static_cast<int>(i), "main"));
  }
  livelock(t, 100);
  EXPECT_THAT(shown(t), HasSubstr("from here on, steps 101 to 300 repeat endlessly:\n"
                                  "        ... 200 lines omitted; "));
  EXPECT_THAT(shown(t, {.full = true}), Not(HasSubstr("left out")));
}

TEST(FoundError, TellsTheLoop) {
  const TraceBuilder t = polite();
  const result::FoundError error = found_error(t.trace(), t.symbols());
  EXPECT_EQ(error.depth, 8U);
  EXPECT_EQ(error.cycle_begin, 2U);
  EXPECT_EQ(error.cycle_length, 6U);
  EXPECT_EQ(error.location, "bank.cpp:9 in pass");
  EXPECT_EQ(error.thread, "");
  const TraceBuilder alone = lonely(1, 1);
  EXPECT_EQ(found_error(alone.trace(), alone.symbols()).thread, "main");
}

TEST(FoundError, KeepsTheLoopInJson) {
  const TraceBuilder t = polite();
  result::RunResult result;
  result.verdict = result::RunVerdict::error;
  result.error = found_error(t.trace(), t.symbols());
  const Result<result::RunResult> back = result::run_result_from_json(result::to_json(result));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->error->cycle_begin, 2U);
  EXPECT_EQ(back->error->cycle_length, 6U);
  result.error->cycle_length = 0;
  EXPECT_THAT(result::to_json(result), Not(HasSubstr("cycle")));
}

TEST(Summary, NamesTheStepsOfALoop) {
  result::RunResult result;
  result.verdict = result::RunVerdict::error;
  result.error = result::FoundError{FailureKind::livelock, "round and round", "", "", 13, 7, 6};
  EXPECT_THAT(summary(result, {}), HasSubstr("livelock: round and round (steps 8 to 13)\n"));
  result.error->cycle_length = 1;
  EXPECT_THAT(summary(result, {}), HasSubstr("livelock: round and round (step 8)\n"));
}

}  // namespace
}  // namespace heddle::report
