// The report's small parts: values, waiting, circles, lost updates, summaries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/early_timeouts.hpp"
#include "report/explanation.hpp"
#include "report/lost_update.hpp"
#include "report/lost_wakeup.hpp"
#include "report/paint.hpp"
#include "report/step_text.hpp"
#include "report/summary.hpp"
#include "report/trace_builder.hpp"
#include "report/value_text.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ValueText, IsWrittenAsAPersonWould) {
  EXPECT_EQ(value_text(0, 4), "0");
  EXPECT_EQ(value_text(4, 1), "4");
  EXPECT_EQ(value_text(200, 1), "200");
  EXPECT_EQ(value_text(0xff, 1), "-1");
  EXPECT_EQ(value_text(0xffffffff, 4), "-1");
  EXPECT_EQ(value_text(0xfffffff0, 4), "-16");
  EXPECT_EQ(value_text(0xdeadbeef, 4), "0xdeadbeef");
  EXPECT_EQ(value_text(0xfffffffffffffffe, 8), "-2");
  EXPECT_EQ(value_text(0xffff12345678, 8), "0xffff12345678");
  EXPECT_EQ(value_text(0x1'00000007, 4), "7");
  EXPECT_EQ(value_text(1'000'000, 8), "1000000");
}

TEST(ValueText, WritesValuesAsTheirTypesDo) {
  using Of = symbolize::ValueType::Kind;
  const std::map<std::uint64_t, std::string> pointers = {{0x2000, "&counter"}};
  const auto text = [&](Of kind, std::uint64_t value, unsigned size) {
    return value_text(value, size, {kind, size, {{1, "Mode::busy"}}}, pointers);
  };
  EXPECT_EQ(text(Of::boolean, 1, 1), "true");
  EXPECT_EQ(text(Of::boolean, 2, 1), "2") << "no bool of a correct program";
  EXPECT_EQ(text(Of::character, 'a', 1), "'a'");
  EXPECT_EQ(text(Of::character, '\'', 1), "'\\''");
  EXPECT_EQ(text(Of::character, 10, 1), "10");
  EXPECT_EQ(text(Of::signed_number, 0x80000000, 4), "-2147483648");
  EXPECT_EQ(text(Of::unsigned_number, ~0ULL, 8), "18446744073709551615 (2^64 - 1)");
  EXPECT_EQ(text(Of::unsigned_number, 0xfffffffe, 4), "4294967294 (2^32 - 2)");
  EXPECT_EQ(text(Of::unsigned_number, 0xdeadbeef, 4), "3735928559");
  EXPECT_EQ(text(Of::unsigned_number, 255, 1), "255");
  EXPECT_EQ(text(Of::floating, 0x3fc00000, 4), "1.5");
  EXPECT_EQ(text(Of::floating, 0x3ff8000000000000, 8), "1.5");
  EXPECT_EQ(text(Of::pointer, 0, 8), "nullptr");
  EXPECT_EQ(text(Of::pointer, 0x2000, 8), "&counter");
  EXPECT_EQ(text(Of::pointer, 0x2001, 8), "0x2001");
  EXPECT_EQ(text(Of::enumeration, 1, 4), "Mode::busy");
  EXPECT_EQ(text(Of::enumeration, 7, 4), "7");
  EXPECT_EQ(value_text(1, 4, {Of::boolean, 1}, {}), "1") << "an access of several cells";
}

TEST(BlockedText, SaysForWhatAndSinceWhen) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.step(1, OpKind::mutex_lock, 7, place);
  t.step(1, OpKind::mutex_unlock, 7, place);
  t.note(1, OpKind::thread_start, -1, place);
  t.step(1, OpKind::mutex_trylock, 7, place);
  t.step(2, OpKind::mutex_trylock, 7, place).outcome = Outcome::refused;
  t.blocked(2, OpKind::mutex_lock, 7, 1, {});
  t.blocked(1, OpKind::mutex_lock, 7, 1, {});
  t.blocked(3, OpKind::cond_wake, 8, -1, {});
  const trace::ObjectNames names(t.trace());
  const auto text = [&](std::size_t i) {
    return blocked_text(t.trace(), names, t.trace().blocked[i]);
  };
  EXPECT_EQ(text(0), "waits for mutex 1, held by thread 1 since step 3");
  EXPECT_EQ(text(1), "waits for mutex 1, held by itself since step 3");
  EXPECT_EQ(text(2), "waits for a notification of condition 1");
}

TEST(BlockedText, KnowsEveryKindOfLock) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.step(1, OpKind::rwlock_wrlock, 7, place);
  t.step(1, OpKind::spin_lock, 8, place);
  t.blocked(2, OpKind::rwlock_rdlock, 7, 1, {});
  t.blocked(2, OpKind::spin_lock, 8, 1, {});
  t.blocked(2, OpKind::barrier_wake, 9, -1, {});
  t.blocked(2, OpKind::sem_wait, 10, -1, {});
  const trace::ObjectNames names(t.trace());
  const auto text = [&](std::size_t i) {
    return blocked_text(t.trace(), names, t.trace().blocked[i]);
  };
  EXPECT_EQ(text(0), "waits for read-write lock 1, held by thread 1 since step 1");
  EXPECT_EQ(text(1), "waits for spin lock 1, held by thread 1 since step 2");
  EXPECT_EQ(text(2), "waits for other threads at barrier 1");
  EXPECT_EQ(text(3), "waits for a post to semaphore 1");
}

TEST(ObjectNames, CountWhatIsAnObjectOnly) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.step(0, OpKind::sem_value, 7, place).operation.second = ObjectId{0x12345};
  t.step(0, OpKind::mutex_lock, 8, place);
  EXPECT_EQ(trace::ObjectNames(t.trace())(ObjectId{8}), "mutex 1");
}

TEST(WaitCycle, IsFoundBehindThreadsThatMerelyWaitForIt) {
  TraceBuilder t;
  t.blocked(0, OpKind::thread_join, 1, 1, {});
  t.blocked(1, OpKind::mutex_lock, 7, 2, {});
  t.blocked(2, OpKind::mutex_lock, 8, 1, {});
  EXPECT_EQ(wait_cycle(t.trace()), "thread 1 -> thread 2 -> thread 1");
}

TEST(WaitCycle, NeedNotExist) {
  TraceBuilder t;
  t.blocked(0, OpKind::thread_join, 1, 1, {});
  t.blocked(1, OpKind::cond_wake, 7, -1, {});
  EXPECT_EQ(wait_cycle(t.trace()), "");
}

TEST(LostWakeup, IsANotificationThatCameBeforeTheWait) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f");
  t.step(1, OpKind::cond_signal, 7, place);
  t.step(1, OpKind::cond_signal, 8, place);
  t.step(2, OpKind::cond_wait, 7, place);
  t.step(1, OpKind::cond_signal, 7, place);  // too late to be lost: somebody waits
  t.blocked(2, OpKind::cond_wake, 7, -1, {});
  t.blocked(3, OpKind::mutex_lock, 8, -1, {});
  const std::vector<LostWakeup> found = find_lost_wakeups(t.trace());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].notify, 0U);
  EXPECT_EQ(found[0].waiter, thread_id(2));
}

TEST(EarlyTimeouts, AreThoseThatPassAThreadOver) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f");
  t.step(1, OpKind::cond_wake, 7, place).outcome = Outcome::timed_out;
  t.step(1, OpKind::cond_wake, 7, place).other = thread_id(2);
  trace::Step& wait = t.step(1, OpKind::mutex_timedlock, 7, place);
  wait.outcome = Outcome::timed_out;
  wait.other = thread_id(2);
  t.step(1, OpKind::sleep, 0, place);
  t.step(2, OpKind::sleep, 0, place).other = thread_id(1);
  EXPECT_EQ(find_early_timeouts(t.trace()), (std::vector<std::size_t>{2, 4}));
}

TEST(LostWakeup, NeedsANotificationThatWokeNobody) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f");
  t.step(1, OpKind::cond_signal, 7, place).other = thread_id(3);
  t.step(2, OpKind::cond_signal, 7, place);  // one's own is no loss
  t.step(2, OpKind::cond_wait, 7, place);
  t.blocked(2, OpKind::cond_wake, 7, -1, {});
  EXPECT_TRUE(find_lost_wakeups(t.trace()).empty());
}

TEST(LostWakeup, OfAllIsMissedByWhoDidNotWait) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f");
  t.step(1, OpKind::cond_signal, 7, place);
  t.step(1, OpKind::cond_broadcast, 7, place).other = thread_id(3);
  t.step(2, OpKind::cond_wait, 7, place);
  t.blocked(2, OpKind::cond_wake, 7, -1, {});
  const std::vector<LostWakeup> found = find_lost_wakeups(t.trace());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].notify, 1U);
}

TEST(LostWakeup, IsNoneThatTheThreadReceived) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f");
  t.step(1, OpKind::cond_signal, 7, place);
  t.step(2, OpKind::cond_wait, 7, place);
  t.step(1, OpKind::cond_broadcast, 7, place).other = thread_id(2);
  t.step(2, OpKind::cond_wake, 7, place);
  t.step(2, OpKind::cond_wait, 7, place);
  t.blocked(2, OpKind::cond_wake, 7, -1, {});
  EXPECT_TRUE(find_lost_wakeups(t.trace()).empty());
}

TEST(LostWakeup, NeedsNoStepForTheWaitOfOneWhoIsAlone) {
  TraceBuilder t;
  t.step(1, OpKind::cond_broadcast, 7, t.at(1, "f"));
  t.blocked(0, OpKind::cond_wake, 7, -1, {});
  EXPECT_EQ(find_lost_wakeups(t.trace()).size(), 1U);
}

TEST(LostUpdate, NeedsAnotherWriterBetweenReadAndWrite) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.memory(1, OpKind::read, 7, 0, 0, place);
  t.memory(1, OpKind::write, 7, 0, 1, place);
  t.memory(2, OpKind::read, 7, 1, 1, place);
  t.memory(2, OpKind::write, 7, 1, 2, place);
  EXPECT_FALSE(find_lost_update(t.trace()).has_value());
  t.memory(1, OpKind::read, 7, 2, 2, place);
  t.memory(2, OpKind::atomic_update, 7, 2, 3, place);
  t.memory(1, OpKind::write, 7, 3, 3, place);
  const auto found = find_lost_update(t.trace());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->read, 4U);
  EXPECT_EQ(found->lost, 5U);
  EXPECT_EQ(found->overwrite, 6U);
}

TEST(LostUpdate, IsNoneWhenTheThreadReadAgain) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.memory(1, OpKind::read, 7, 0, 0, place);
  t.memory(2, OpKind::write, 7, 0, 1, place);
  t.memory(1, OpKind::read, 7, 1, 1, place);
  t.memory(1, OpKind::write, 7, 1, 2, place);
  EXPECT_FALSE(find_lost_update(t.trace()).has_value());
}

TEST(StepText, TellsOutcomes) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  const auto text = [&](const trace::Step& step) {
    return step_text(t.trace(), names_of(t.trace(), t.symbols()), step);
  };
  trace::Step& lock = t.step(1, OpKind::mutex_timedlock, 7, place);
  lock.outcome = Outcome::timed_out;
  EXPECT_EQ(text(lock), "timed lock mutex 1: times out");
  EXPECT_EQ(text(t.step(1, OpKind::cond_signal, 8, place)),
            "notify_one condition 1: no waiting thread");
  trace::Step& choice = t.step(1, OpKind::choose, 0, place);
  choice.alternative = 2;
  choice.alternatives = 5;
  EXPECT_EQ(text(choice), "choose 2 of 0..4");
  EXPECT_EQ(text(t.step(1, OpKind::fence, 0, place)), "fence");
  trace::Step& fork = t.step(1, OpKind::process_fork, 0, place);
  EXPECT_EQ(text(fork), "fork: goes on as the parent process");
  fork.alternative = 1;
  EXPECT_EQ(text(fork), "fork: goes on as the child process, without other threads");
}

TEST(StepText, NamesActionsOfAModel) {
  trace::Trace trace;
  trace.threads = {{kMainThread, "0", "philosopher 0", {}}};
  trace.sites = {{Site{1}, "take the fork", "main", "/home/me/model.cpp", 12}};
  trace::Step step;
  step.thread = kMainThread;
  step.operation.kind = OpKind::action;
  step.operation.site = Site{1};
  step.stack = {{trace::kNoModule, 1}};
  const trace::ObjectNames names(trace);
  EXPECT_EQ(step_text(trace, names, step), "take the fork");
  step.operation.value = 3;
  EXPECT_EQ(step_text(trace, names, step), "take the fork (choice 2)");
  const trace::Blocked blocked{kMainThread, step.operation, kNoThread, step.stack};
  EXPECT_EQ(blocked_text(trace, names, blocked), "waits for the guard of \"take the fork\"");
  symbolize::Symbolizer symbolizer;
  EXPECT_EQ(location(symbolize_trace(trace, symbolizer), step.stack), "model.cpp:12 in main");
}

TEST(Paint, ColoursOnlyWhenAsked) {
  EXPECT_EQ(Paint(false).headline("x"), "x");
  EXPECT_EQ(Paint(true).headline("x"), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(padded("\xc3\xa9", 3), "\xc3\xa9  ");
}

TEST(Summary, SaysWhatWasCoveredAndWhatWasNot) {
  result::RunResult result;
  result.verdict = result::RunVerdict::complete;
  result.coverage.stopped = "Every schedule was covered.";
  result.states = 1234567;
  result.executions = 1;
  result.seconds = 1.25;
  result.unwatched = {"libz.so.1 is not instrumented"};
  EXPECT_EQ(summary(result, {}),
            "PASSED: no error found\n"
            "Every schedule was covered.\n"
            "1,234,567 states, 1 execution, 1.25 s\n"
            "not covered:\n"
            "  - libz.so.1 is not instrumented\n");
}

TEST(Summary, SaysUnderWhichMemoryModelAndWhyItIsNotComplete) {
  result::RunResult result;
  result.verdict = result::RunVerdict::complete;
  result.weak_orders = {"relaxed load at a.cpp:3 in f"};
  EXPECT_THAT(summary(result, {}), HasSubstr("no error found under sequential consistency\n"));
  result.verdict = result::RunVerdict::incomplete;
  EXPECT_THAT(summary(result, {}),
              HasSubstr("no error found so far under sequential consistency; the search"));
  result.verdict = result::RunVerdict::complete;
  result.accesses = "as compiled";
  EXPECT_THAT(summary(result, {}),
              HasSubstr("found under sequential consistency, with accesses as compiled\n"));
  result.verdict = result::RunVerdict::incomplete;
  result.accesses = "as written";
  result.weak_orders.clear();
  result.reason = "uninstrumented code";
  EXPECT_THAT(summary(result, {}),
              HasSubstr("no error found, but coverage is incomplete: uninstrumented code\n"));
}

TEST(Summary, OneHeadline) {
  const auto headline_of = [](const result::RunResult& result) {
    const std::string text = summary(result, {});
    return text.substr(0, text.find('\n'));
  };
  result::RunResult result;
  result.verdict = result::RunVerdict::complete;
  EXPECT_EQ(headline_of(result), "PASSED: no error found");
  result.coverage.race_samples = 1019;
  EXPECT_EQ(headline_of(result), "PASSED: no error found; data races sampled in 1,019 executions");
  result.coverage.race_samples = 0;
  result.races.resize(1);
  EXPECT_EQ(headline_of(result), "PASSED 1 data race: no error found");
  result.races.resize(2);
  result.search["fail-on"] = "race";
  EXPECT_EQ(headline_of(result), "FAILED 2 data races: no error found");
  result.error = result::FoundError{};
  result.error->kind = FailureKind::deadlock;
  result.verdict = result::RunVerdict::error;
  EXPECT_EQ(headline_of(result).find("FAILED deadlock"), 0U);
  result = {};
  EXPECT_EQ(headline_of(result), "INCOMPLETE: no error found so far; the search is not finished");
  result.executions = 10;
  result.coverage.phases.resize(1);
  result.coverage.phases[0].search.end = SearchEnd::budget;
  result.search["allow-incomplete"] = "true";
  EXPECT_EQ(headline_of(result),
            "INCOMPLETE (accepted by --allow-incomplete): no error found so far; the search is not "
            "finished");
}

TEST(Summary, NeverCallsAnUnfinishedSearchClean) {
  result::RunResult result;
  result.verdict = result::RunVerdict::incomplete;
  EXPECT_THAT(summary(result, {}), HasSubstr("not finished"));
}

TEST(Summary, RememberedStatesHaveTransitions) {
  result::RunResult result;
  result.states = 3;
  result.transitions = 4;
  EXPECT_THAT(summary(result, {}), HasSubstr("3 states, 4 steps"));
  result.search["states"] = "memory";
  EXPECT_THAT(summary(result, {}), HasSubstr("3 states, 4 transitions"));
}

TEST(Summary, NamesTheSearchThatDecidedAndThoseThatDied) {
  result::RunResult result;
  result.verdict = result::RunVerdict::complete;
  result.members.resize(2);
  result.members[0].death = "killed";
  result.members[1].seed = 77;
  result.member = 1;
  EXPECT_THAT(summary(result, {}), HasSubstr("2 searches in parallel; search 1 finished (seed "
                                             "77)\nsearches that died:\n  - search 0: killed\n"));
}

TEST(Summary, ListsEveryError) {
  result::RunResult result;
  result.verdict = result::RunVerdict::error;
  result.error =
      result::FoundError{FailureKind::assertion, "x == 1", "thread 2", "a.cpp:4 in f", 9};
  result.further_errors = {{FailureKind::deadlock, "all 2 live threads are blocked", "", "", 4}};
  result::FoundRace race;
  race.variable = "counter";
  race.earlier = {.thread = "main",
                  .size = 4,
                  .writes = true,
                  .location = "a.cpp:1 in f",
                  .calls = {"a.cpp:1 in f", "a.cpp:9 in main"}};
  race.later = {.thread = "thread 1",
                .size = 1,
                .is_atomic = true,
                .location = "a.cpp:2 in g",
                .calls = {"a.cpp:2 in g"}};
  race.missing = "no edge orders them";
  result.races = {race};
  const std::string text = summary(result, {});
  EXPECT_THAT(text, HasSubstr("assertion failed: x == 1, in thread 2, at a.cpp:4 in f (step 9)"));
  EXPECT_THAT(text, HasSubstr("  - deadlock: all 2 live threads are blocked (step 4)"));
  EXPECT_THAT(text, HasSubstr("data races:\n  - on counter:\n"
                              "    main writes 4 bytes at a.cpp:1 in f\n"
                              "      called at a.cpp:9 in main\n"
                              "    thread 1 reads 1 byte atomically at a.cpp:2 in g\n"
                              "    no edge orders them\n"));
  EXPECT_THAT(text, Not(HasSubstr("not covered")));
}

}  // namespace
}  // namespace heddle::report
