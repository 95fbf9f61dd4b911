// A user's model as a system: steps, choices, marks, verdicts and announced accesses.
#include "model/guarded_system.hpp"

#include <gtest/gtest.h>
#include <heddle/model.hpp>

#include <array>
#include <cstdint>
#include <string>

#include "core/dependence.hpp"

namespace heddle::model {
namespace {

struct Variables {
  std::array<std::uint8_t, 4> v = {};
};

TEST(GuardedSystem, OffersEnabledActionsAndChoicesAsAlternatives) {
  Model<Variables> model;
  auto& process = model.process("p");
  process.action("never").from("a").when([](const Variables&) { return false; });
  process.action("choose").from("a").to("b").choose(3).does(
      [](Variables& now, unsigned choice) { now.v[0] = static_cast<std::uint8_t>(choice); });
  process.action("jump").from("a").to("c");
  GuardedSystem system(model.plain());
  ASSERT_EQ(system.view().threads.size(), 1U);
  EXPECT_EQ(system.view().threads[0].alternatives, 4);
  EXPECT_STREQ(system.chosen({kMainThread, 2}).action->name, "choose");
  EXPECT_EQ(system.chosen({kMainThread, 2}).choice, 2U);
  EXPECT_STREQ(system.chosen({kMainThread, 3}).action->name, "jump");
  system.step({kMainThread, 2});
  EXPECT_EQ(system.view().verdict, Verdict::finished);
  EXPECT_TRUE(system.view().threads.empty());
}

TEST(GuardedSystem, ReturnsToMarkedStates) {
  Model<Variables> model;
  model.process("p").action("count").does([](Variables& now) { ++now.v[0]; });
  GuardedSystem system(model.plain());
  const Fingerprint first = system.fingerprint();
  const Mark mark = system.mark();
  system.step({kMainThread, 0});
  EXPECT_NE(system.fingerprint(), first);
  system.rewind(mark);
  EXPECT_EQ(system.fingerprint(), first);
  EXPECT_EQ(system.steps(), 0U);
  EXPECT_EQ(system.view().threads[0].alternatives, 1);
}

TEST(GuardedSystem, KeepsLargeStatesInMarks) {
  struct Large {
    std::array<std::uint32_t, 200> v = {};
  };
  Model<Large> model;
  model.process("p").action("count").does([](Large& now) { ++now.v[199]; });
  GuardedSystem system(model.plain());
  system.step({kMainThread, 0});
  const Fingerprint state = system.fingerprint();
  const Mark mark = system.mark();
  system.step({kMainThread, 0});
  system.rewind(mark);
  EXPECT_EQ(system.fingerprint(), state);
}

TEST(GuardedSystem, ComparesLocationsToo) {
  Model<Variables> model;
  model.process("p").action("move").from("a").to("b");
  GuardedSystem system(model.plain());
  const Fingerprint first = system.fingerprint();
  system.step({kMainThread, 0});
  EXPECT_NE(system.fingerprint(), first);
}

TEST(GuardedSystem, ComparesByAKey) {
  Model<Variables> model;
  model.process("p").action("count").does([](Variables& now) { now.v[0] ^= 1U; });
  model.identify([](const Variables& now) { return now.v[1]; });
  GuardedSystem system(model.plain());
  const Fingerprint first = system.fingerprint();
  system.step({kMainThread, 0});
  EXPECT_EQ(system.fingerprint(), first);
}

TEST(GuardedSystem, FindsDeadlocksAndPermittedEnds) {
  for (const int way : {0, 1, 2}) {
    Model<Variables> model;
    auto& process = model.process("p");
    process.action("wait").from("a").when([](const Variables&) { return false; });
    if (way == 1) process.may_end_at("a");
    if (way == 2) model.may_end([](const Variables& now) { return now.v[0] == 0; });
    GuardedSystem system(model.plain());
    EXPECT_EQ(system.view().verdict, way == 0 ? Verdict::deadlock : Verdict::finished);
  }
}

TEST(GuardedSystem, ChecksInvariantsAndFinalConditions) {
  Model<Variables> model;
  model.process("p").action("count").from("a").to("b").does([](Variables& now) { ++now.v[0]; });
  model.finally("end", [](const Variables& now) { return now.v[0] == 0; });
  GuardedSystem finals(model.plain());
  EXPECT_EQ(finals.view().verdict, Verdict::running);
  finals.step({kMainThread, 0});
  EXPECT_EQ(finals.failure().message, "final condition 'end' does not hold");
  model.invariant("small", [](const Variables& now) { return now.v[0] == 0; });
  GuardedSystem invariants(model.plain());
  invariants.step({kMainThread, 0});
  EXPECT_EQ(invariants.failure().message, "invariant 'small' does not hold");
  EXPECT_EQ(invariants.failure().thread, kMainThread);
}

TEST(GuardedSystem, ReportsFailedActions) {
  Model<Variables> model;
  model.process("p").action("fail").choose(2).does([](Variables&, unsigned choice) {
    check(choice != 0, "not 0");
    throw std::string("thrown");
  });
  GuardedSystem system(model.plain());
  system.step({kMainThread, 0});
  EXPECT_EQ(system.failure().kind, FailureKind::assertion);
  EXPECT_EQ(system.failure().message, "not 0");
  system.restart();
  system.step({kMainThread, 1});
  EXPECT_EQ(system.failure().kind, FailureKind::exception);
}

TEST(GuardedSystem, CutsAtTheStepLimit) {
  Model<Variables> model;
  model.process("p").action("stay");
  GuardedSystem system(model.plain(), 1);
  system.step({kMainThread, 0});
  EXPECT_EQ(system.view().verdict, Verdict::cut);
}

// As the instrumentation does.
void increment(std::uint8_t& variable) {
  note_access(&variable, 1, true);
  ++variable;
}

bool steps_conflict(const GuardedSystem& system) {
  std::vector<Access> first;
  std::vector<Access> second;
  add_accesses(ThreadId{0}, system.view().threads[0].next, {}, first);
  add_accesses(ThreadId{1}, system.view().threads[1].next, {}, second);
  return dependent(first, second);
}

TEST(GuardedSystem, AnnouncesTheVariablesOfEachStep) {
  Model<Variables> model;
  model.process("p").action("a").does([](Variables& now) { increment(now.v[0]); });
  model.process("q").action("b").does([](Variables& now) { increment(now.v[1]); });
  GuardedSystem untracked(model.plain());
  EXPECT_TRUE(steps_conflict(untracked));
  GuardedSystem system(model.plain());
  system.track_accesses();
  system.restart();
  EXPECT_FALSE(steps_conflict(system));
  model.invariant("sum", [](const Variables& now) {
    note_access(&now.v[0], 2, false);
    return now.v[0] + now.v[1] < 9;
  });
  GuardedSystem visible(model.plain());
  visible.track_accesses();
  visible.restart();
  EXPECT_TRUE(visible.has_new_visible_cells());
  EXPECT_FALSE(visible.has_new_visible_cells());
  EXPECT_TRUE(steps_conflict(visible)) << "both change what the invariant reads";
}

TEST(GuardedSystem, TakesUnreportedWritesForWritesOfEverything) {
  Model<Variables> model;
  model.process("p").action("a").does([](Variables& now) { ++now.v[0]; });
  model.process("q").action("b").does([](Variables& now) { increment(now.v[1]); });
  GuardedSystem system(model.plain());
  system.track_accesses();
  system.restart();
  EXPECT_TRUE(steps_conflict(system));
}

TEST(Footprint, GroupsTheBytesOfLargeStates) {
  Footprint exact(63);
  EXPECT_EQ(exact.cells_of(0, 1), 1U);
  EXPECT_EQ(exact.cells_of(62, 1), std::uint64_t{1} << 62);
  EXPECT_EQ(exact.cells_of(1, 2), 0b110U);
  Footprint wide(640);
  EXPECT_EQ(wide.cells_of(0, 11), 1U);
  EXPECT_EQ(wide.cells_of(10, 2), 0b11U);
  EXPECT_EQ(wide.cells_of(0, 640), (std::uint64_t{1} << 59) - 1);
}

}  // namespace
}  // namespace heddle::model
