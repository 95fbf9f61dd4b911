// A model program moves as its instructions say, offers the right choices, and goes back exactly.
#include "model/model_system.hpp"

#include <gtest/gtest.h>

#include "core/schedule.hpp"

namespace heddle::model {
namespace {

constexpr ThreadId kOne{0};
constexpr ThreadId kTwo{1};
constexpr ThreadId kThree{2};

ModelSystem system_of(const char* text, std::uint64_t step_limit = ModelSystem::kNoLimit) {
  Result<Program> program = parse_program(text);
  EXPECT_TRUE(program.ok()) << program.sentence();
  return ModelSystem(*program, step_limit);
}

std::uint16_t alternatives(const ModelSystem& system, ThreadId thread) {
  const ThreadView* view = system.view().find(thread);
  return view == nullptr ? std::uint16_t{0} : view->alternatives;
}

void run(ModelSystem& system, const char* schedule) {
  const Result<Schedule> decisions = parse_schedule(schedule);
  ASSERT_TRUE(decisions.ok()) << decisions.sentence();
  for (const Decision decision : *decisions) system.step(decision);
}

TEST(ModelSystem, RunsToItsEnd) {
  ModelSystem system = system_of("W x 2 / A x");
  EXPECT_EQ(system.view().threads.size(), 2U);
  EXPECT_EQ(system.view().last, kNoThread);
  run(system, "0");
  EXPECT_EQ(system.view().last, kOne);
  EXPECT_EQ(system.view().find(kOne), nullptr) << "ended";
  run(system, "1");
  EXPECT_EQ(system.view().verdict, Verdict::finished);
  EXPECT_EQ(system.state().cells[0], 3U);
}

TEST(ModelSystem, AnnouncesWhatComesNext) {
  const ModelSystem system = system_of("L m;CW c m / Y");
  EXPECT_EQ(system.view().find(kOne)->next.kind, OpKind::mutex_lock);
  EXPECT_FALSE(system.view().find(kOne)->yielding);
  EXPECT_EQ(system.view().find(kTwo)->next.kind, OpKind::yield);
  EXPECT_TRUE(system.view().find(kTwo)->yielding);
}

TEST(ModelSystem, BlocksOnATakenMutexAndFailsOnItsOwn) {
  ModelSystem system = system_of("L m;L m / L m");
  run(system, "0");
  EXPECT_EQ(alternatives(system, kTwo), 0U);
  run(system, "0");
  EXPECT_EQ(system.view().verdict, Verdict::failed);
  EXPECT_EQ(system.failure().kind, FailureKind::misuse);
}

TEST(ModelSystem, SplitsAWaitAndOffersASignalItsWaiters) {
  ModelSystem system = system_of("L m;CW c m;U m / L m;CW c m;U m / CS c;CS c;CS c");
  EXPECT_EQ(alternatives(system, kThree), 1U) << "a signal may always be lost";
  run(system, "0 0 1 1");
  EXPECT_EQ(system.view().find(kOne)->next.kind, OpKind::cond_wake);
  EXPECT_EQ(alternatives(system, kOne), 0U);
  EXPECT_EQ(alternatives(system, kThree), 2U);
  run(system, "2:1");
  EXPECT_EQ(alternatives(system, kOne), 0U);
  EXPECT_EQ(alternatives(system, kTwo), 1U);
  EXPECT_EQ(alternatives(system, kThree), 1U) << "the woken is no waiter any more";
  run(system, "1 2");
  EXPECT_EQ(alternatives(system, kOne), 0U) << "woken, but the mutex is taken";
  run(system, "1 0 0 2");
  EXPECT_EQ(system.view().verdict, Verdict::finished);
}

TEST(ModelSystem, LetsReadersInTogetherAndWritersAlone) {
  ModelSystem system = system_of("RL r;RU r / RL r;RU r / WL r;RU r / TWL r 1;RU r");
  run(system, "0 1");
  EXPECT_EQ(alternatives(system, kThree), 0U);
  run(system, "3");
  EXPECT_EQ(system.view().find(ThreadId{3}), nullptr)
      << "the try failed, and its unlock is skipped";
  run(system, "0 1 2");
  EXPECT_EQ(system.view().threads.size(), 1U);
  run(system, "2");
  EXPECT_EQ(system.view().verdict, Verdict::finished);
}

TEST(ModelSystem, FailsOnAReadWriteLockThatItDoesNotHoldOrHoldsAlready) {
  ModelSystem stranger = system_of("RU r / W x");
  run(stranger, "0");
  EXPECT_EQ(stranger.failure().kind, FailureKind::misuse);
  ModelSystem twice = system_of("WL r;RL r / W x");
  run(twice, "0 0");
  EXPECT_EQ(twice.failure().kind, FailureKind::misuse);
}

TEST(ModelSystem, LetsThreadsPassABarrierTogether) {
  ModelSystem system = system_of("BW b 2;W x / BW b 2;W x / BW b 2");
  run(system, "0");
  EXPECT_EQ(system.view().find(kOne)->next.kind, OpKind::barrier_wake);
  EXPECT_EQ(alternatives(system, kOne), 0U);
  run(system, "1");
  EXPECT_EQ(system.view().find(kTwo)->next.kind, OpKind::atomic_store) << "the last one goes on";
  EXPECT_EQ(alternatives(system, kOne), 1U);
  run(system, "2");
  EXPECT_EQ(alternatives(system, kThree), 0U) << "the woken belong to no round any more";
  run(system, "0 0 1");
  EXPECT_EQ(system.view().verdict, Verdict::deadlock);
}

TEST(ModelSystem, RunsLocalInstructionsWithinTheStep) {
  ModelSystem system = system_of("R x;SKZ 1;W x 5;W y 6");
  run(system, "0 0");
  EXPECT_EQ(system.view().verdict, Verdict::finished);
  EXPECT_EQ(system.state().cells[0], 0U);
  EXPECT_EQ(system.state().cells[1], 6U);
}

TEST(ModelSystem, SkipsWhatATryLockGuards) {
  ModelSystem system = system_of("L m;U m / TL m 2;W x 1;U m");
  run(system, "0 1");
  EXPECT_EQ(system.view().find(kTwo), nullptr);
  EXPECT_EQ(system.state().cells[0], 0U);
}

TEST(ModelSystem, OffersEveryValueOfAChoice) {
  ModelSystem system = system_of("CH 3;AS 2");
  EXPECT_EQ(alternatives(system, kOne), 3U);
  run(system, "0:2");
  EXPECT_EQ(system.view().verdict, Verdict::failed);
  EXPECT_EQ(system.failure().kind, FailureKind::assertion);
  EXPECT_EQ(system.failure().thread, kOne);
}

TEST(ModelSystem, FailsAtMisuse) {
  ModelSystem unlocking = system_of("U m");
  run(unlocking, "0");
  EXPECT_EQ(unlocking.failure().kind, FailureKind::misuse);
  ModelSystem waiting = system_of("CW c m");
  run(waiting, "0");
  EXPECT_EQ(waiting.failure().kind, FailureKind::misuse);
}

TEST(ModelSystem, JumpsBackAndNoticesALoopWithoutOperations) {
  ModelSystem spinning = system_of("R x;JB 0 1 / W x 1");
  run(spinning, "0 0 0 1 0");
  EXPECT_EQ(spinning.view().verdict, Verdict::finished);
  const ModelSystem stuck = system_of("SKE 1 1;JB 0 1;R x");
  EXPECT_EQ(stuck.view().verdict, Verdict::failed);
  EXPECT_EQ(stuck.failure().kind, FailureKind::livelock);
}

TEST(ModelSystem, IsCutAtItsStepLimit) {
  ModelSystem system = system_of("R x;JB 0 1", 3);
  run(system, "0 0 0");
  EXPECT_EQ(system.view().verdict, Verdict::cut);
}

TEST(ModelSystem, GoesBackToAMarkFromAnywhere) {
  ModelSystem system = system_of("L m;A x;U m / L m;A x;U m");
  run(system, "0");
  const Mark mark = system.mark();
  const Fingerprint there = system.fingerprint();
  run(system, "0 0 1 1 1");
  EXPECT_EQ(system.view().verdict, Verdict::finished);
  EXPECT_NE(system.fingerprint(), there);
  system.rewind(mark);
  EXPECT_EQ(system.fingerprint(), there);
  EXPECT_EQ(system.view().verdict, Verdict::running);
  EXPECT_EQ(system.view().last, kOne);
  EXPECT_EQ(alternatives(system, kTwo), 0U);
}

TEST(ModelSystem, HasTheSameFingerprintAfterIndependentStepsInAnyOrder) {
  ModelSystem one = system_of("W x 1 / W y 1");
  ModelSystem other = one;
  run(one, "0 1");
  run(other, "1 0");
  EXPECT_EQ(one.fingerprint(), other.fingerprint());
}

}  // namespace
}  // namespace heddle::model
