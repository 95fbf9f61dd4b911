// Whole reports against approved texts, and what must hold for every one of them.
#include "report/text_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "golden/golden.hpp"
#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string rendered(const TraceBuilder& built, TextStyle style = {}) {
  if (style.trace_file.empty()) style.trace_file = "heddle.trace";
  return render(built.trace(), built.symbols(), style);
}

testing::AssertionResult approved(const std::string& name, const std::string& text) {
  return golden::matches(HEDDLE_GOLDEN, name, text);
}

TraceBuilder lost_update() {
  TraceBuilder t;
  t.thread(0);
  t.thread(1, "adder");
  t.thread(2, "adder");
  t.variable(0x10, "counter");
  const std::string work = "(anonymous namespace)::add()";
  t.note(0, OpKind::thread_create, 1, t.at(20, "main"));
  t.note(0, OpKind::thread_create, 2, t.at(21, "main"));
  t.memory(1, OpKind::read, 0x10, 0, 0, t.at(9, work));
  t.memory(2, OpKind::read, 0x10, 0, 0, t.at(9, work));
  t.memory(2, OpKind::write, 0x10, 0, 1, t.at(9, work));
  t.note(2, OpKind::thread_exit, -1, t.at(10, work));
  t.memory(1, OpKind::write, 0x10, 1, 1, t.at(9, work));
  t.note(1, OpKind::thread_exit, -1, t.at(10, work));
  t.step(0, OpKind::thread_join, 0, t.at(22, "main")).other = ThreadId{1};
  t.step(0, OpKind::thread_join, 0, t.at(23, "main")).other = ThreadId{2};
  t.memory(0, OpKind::read, 0x10, 1, 1, t.at(24, "main"));
  t.fails(FailureKind::assertion, "counter == 2", 0, {t.at(24, "main")});
  return t;
}

TraceBuilder deadlock() {
  TraceBuilder t;
  t.thread(0);
  t.thread(1, "worker");
  const std::string transfer = "Bank::transfer(Account&, Account&)";
  const std::string body = "main::{lambda()#1}::operator()() const";
  t.note(0, OpKind::thread_create, 1, t.at(30, "main"));
  t.step(0, OpKind::mutex_lock, 0x100, t.at(12, transfer));
  t.step(1, OpKind::mutex_lock, 0x200, t.at(12, transfer));
  t.fails(FailureKind::deadlock, "all 2 live threads are blocked", -1, {});
  t.blocked(0, OpKind::mutex_lock, 0x200, 1,
            {t.in_library("std::mutex::lock()"), t.at(13, transfer), t.at(31, "main")});
  t.blocked(1, OpKind::mutex_lock, 0x100, 0,
            {t.in_library("std::mutex::lock()"), t.at(13, transfer), t.at(30, body),
             t.in_library("std::thread::_M_run()"), t.in_library("execute_native_thread_routine")});
  return t;
}

TraceBuilder exception_with_output() {
  TraceBuilder t;
  t.thread(0);
  t.thread(1);
  t.prints(0, "starting\n");
  t.note(0, OpKind::thread_create, 1, t.at(5, "main"));
  t.step(1, OpKind::cond_wait, 0x50, t.at(15, "consume()")).operation.second = ObjectId{0x60};
  t.step(0, OpKind::cond_signal, 0x50, t.at(6, "main")).other = ThreadId{1};
  trace::Step& wake = t.step(1, OpKind::cond_wake, 0x50, t.at(15, "consume()"));
  wake.operation.second = ObjectId{0x60};
  t.prints(1, "got \x1b[31mnothing\nsecond line", 2);
  trace::Step& swap = t.memory(1, OpKind::atomic_compare_exchange, 0x70, 0xffffffff, 0xffffffff,
                               t.at(17, "consume()"));
  swap.outcome = Outcome::refused;
  swap.operation.memory_order = 2;
  t.fails(FailureKind::exception, "std::out_of_range: vector::at", 1,
          {t.in_library("std::vector<int, std::allocator<int> >::at(unsigned long)"),
           t.at(18, "consume()")});
  return t;
}

TraceBuilder spin_loop(int rounds) {
  TraceBuilder t;
  t.thread(0);
  t.thread(1);
  t.variable(0x10, "ready");
  const trace::Place load = t.at(7, "wait_ready()");
  const trace::Place yield = t.at(8, "wait_ready()");
  for (int i = 0; i < rounds; ++i) {
    t.memory(1, OpKind::atomic_load, 0x10, 0, 0, load).stack = {load};
    t.step(1, OpKind::yield, 0, yield).stack = {yield};
  }
  t.memory(0, OpKind::atomic_store, 0x10, 0, 1, t.at(20, "main"));
  t.memory(1, OpKind::atomic_load, 0x10, 1, 1, load).stack = {load};
  t.fails(FailureKind::assertion, "data == 42", 1, {t.at(9, "wait_ready()")});
  return t;
}

TraceBuilder many_threads() {
  TraceBuilder t;
  for (int i = 0; i < 7; ++i) t.thread(i, i == 3 ? "odd one" : "");
  for (int i = 1; i < 7; ++i) t.step(i, OpKind::sem_wait, 0x10, t.at(9, "eat(int)"));
  t.fails(FailureKind::deadlock, "all 7 live threads are blocked", -1, {});
  t.blocked(0, OpKind::thread_join, static_cast<std::uint64_t>(end_of(ThreadId{1})), 1, {});
  for (int i = 1; i < 7; ++i) t.blocked(i, OpKind::sem_wait, 0x20, -1, {t.at(10, "eat(int)")});
  return t;
}

TraceBuilder long_trace() {
  TraceBuilder t;
  t.thread(0);
  for (int i = 0; i < 300; ++i) {
    t.memory(0, OpKind::write, 0x10, static_cast<std::uint64_t>(i),
             static_cast<std::uint64_t>(i + 1), t.at(i, "main"));
  }
  t.fails(FailureKind::crash, "signal 11", 0, {});
  t.trace().failure->address = 0xdead0;
  return t;
}

TEST(TextReport, LostUpdate) { EXPECT_TRUE(approved("lost_update.txt", rendered(lost_update()))); }

TEST(TextReport, Deadlock) { EXPECT_TRUE(approved("deadlock.txt", rendered(deadlock()))); }

TEST(TextReport, DeadlockInColour) {
  EXPECT_TRUE(approved("deadlock_colour.txt", rendered(deadlock(), {.colour = true})));
}

TEST(TextReport, DeadlockInFull) {
  EXPECT_TRUE(approved("deadlock_full.txt", rendered(deadlock(), {.full = true})));
}

TEST(TextReport, PlacesGoBelowOnANarrowScreen) {
  EXPECT_TRUE(approved("deadlock_narrow.txt", rendered(deadlock(), {.width = 60})));
}

TEST(TextReport, OneLinePerStepOnAVeryNarrowScreen) {
  EXPECT_TRUE(approved("deadlock_very_narrow.txt", rendered(deadlock(), {.width = 40})));
}

TEST(TextReport, ExceptionWithOutput) {
  EXPECT_TRUE(approved("exception.txt", rendered(exception_with_output())));
}

TEST(TextReport, FoldedSpinLoop) {
  EXPECT_TRUE(approved("spin_loop.txt", rendered(spin_loop(40))));
  EXPECT_THAT(rendered(spin_loop(40), {.full = true}), Not(HasSubstr("repeated")));
}

TEST(TextReport, ManyThreads) {
  EXPECT_TRUE(approved("many_threads.txt", rendered(many_threads())));
}

TEST(TextReport, LongTracesKeepTheirEnds) {
  const std::string text = rendered(long_trace());
  EXPECT_THAT(text, HasSubstr("write memory 1 0 -> 1"));
  EXPECT_THAT(text, HasSubstr("write memory 1 299 -> 300"));
  EXPECT_THAT(text, Not(HasSubstr("150 -> 151")));
  EXPECT_THAT(text, HasSubstr("201 lines omitted; 'heddle show heddle.trace --full' prints all"));
  EXPECT_THAT(text, HasSubstr("address 0xdead0"));
  EXPECT_THAT(rendered(long_trace(), {.full = true}), HasSubstr("150 -> 151"));
}

TEST(TextReport, NeverPassesControlCharactersOfTheProgramOn) {
  for (const char c : rendered(exception_with_output())) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

// No line is wider than the screen while columns fit; everything that happened is there.
TEST(TextReport, KeepsTheScheduleWithinTheWidth) {
  for (const int width : {60, 80, 100, 160}) {
    std::istringstream lines(rendered(lost_update(), {.width = width}));
    bool in_schedule = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("Schedule (")) in_schedule = true;
      if (line.starts_with("Stack of ")) in_schedule = false;
      if (in_schedule) {
        EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
      }
    }
  }
}

TEST(TextReport, SaysWhenNothingFailed) {
  TraceBuilder t;
  t.thread(0);
  t.step(0, OpKind::yield, 0, t.at(3, "main"));
  EXPECT_THAT(rendered(t), HasSubstr("no failure: the execution ended after 1 step"));
  EXPECT_THAT(render({}, {}, {}), HasSubstr("no failure"));
}

TEST(FoundError, TellsWhoWhereAndHowDeep) {
  const TraceBuilder lost = lost_update();
  const result::FoundError error = found_error(lost.trace(), lost.symbols());
  EXPECT_EQ(error.kind, FailureKind::assertion);
  EXPECT_EQ(error.message, "counter == 2");
  EXPECT_EQ(error.thread, "main");
  EXPECT_EQ(error.location, "bank.cpp:24 in main");
  EXPECT_EQ(error.depth, 7U);
  const TraceBuilder dead = deadlock();
  EXPECT_EQ(found_error(dead.trace(), dead.symbols()).thread, "");
  EXPECT_EQ(found_error(dead.trace(), dead.symbols()).location, "bank.cpp:13 in Bank::transfer");
}

}  // namespace
}  // namespace heddle::report
