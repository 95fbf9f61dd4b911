// Which operations are scheduling points under a focus, a start and a window, and which thread
// continues at the others.
#include "runtime/scope.hpp"

#include <gtest/gtest.h>

#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

// Places in code: [100, 200) is in focus, [300, 400) begins the explored part.
constexpr std::uintptr_t kFocus = 150;
constexpr std::uintptr_t kElsewhere = 250;
constexpr std::uintptr_t kStart = 350;

class ScopeRules : public WorldByHand {
 protected:
  ScopeRules() {
    options_.focus = {{100, 200}};
    options_.start = {{300, 400}};
    options_.instrumented = {{1, 1'000}};
  }
  ~ScopeRules() override { set_scope({}); }

  void begin() {
    set_scope(options_);
    begin_scope(1, 2);
  }

  // Pauses a thread before an operation at that place.  Returns whether it is a scheduling point.
  static bool announce(Thread& thread, std::uintptr_t place, OpKind kind = OpKind::atomic_store) {
    world().current = thread.id;
    thread.pending = {.kind = kind, .site = Site{place}};
    thread.life = Life::announced;
    judge_scope(thread);
    return scope_note(thread).is_straight == 0 && !is_fixed();
  }

  ScopeOptions options_;
};

TEST_F(ScopeRules, WithoutOptionsThereIsNone) {
  set_scope({});
  EXPECT_FALSE(flags().has_scope);
}

TEST_F(ScopeRules, AFocusIsLeftWithTheCallThatEnteredIt) {
  options_.has_focus = true;
  begin();
  Thread& one = mover();
  EXPECT_TRUE(announce(one, kFocus));
  EXPECT_FALSE(announce(one, kElsewhere));
  // 200 is the return address of a call at the end of the focus.
  EXPECT_TRUE(announce(one, 200));
  EXPECT_FALSE(announce(one, 100));
  enter_function(kElsewhere, kElsewhere);
  EXPECT_FALSE(announce(one, kElsewhere));
  enter_function(kElsewhere, kFocus);
  EXPECT_TRUE(announce(one, kElsewhere));
  enter_function(kFocus, kElsewhere);
  leave_function();
  EXPECT_TRUE(announce(one, kElsewhere));
  leave_function();
  EXPECT_FALSE(announce(one, kElsewhere));
  leave_function();
  leave_function();  // one too many, after longjmp
  EXPECT_FALSE(announce(one, kElsewhere));
}

TEST_F(ScopeRules, AnInlinedFunctionIsKnownByItsCalls) {
  options_.has_focus = true;
  begin();
  Thread& one = mover();
  world().current = one.id;
  enter_function(kFocus, kElsewhere);
  EXPECT_TRUE(announce(one, kElsewhere));
  leave_function();
  EXPECT_FALSE(announce(one, kElsewhere));
}

TEST_F(ScopeRules, AThreadOutsideRunsOnUntilItBlocks) {
  options_.has_focus = true;
  begin();
  Thread& one = mover();
  Thread& two = mover();
  announce(two, kFocus);
  announce(one, kElsewhere);
  EXPECT_EQ(next_straight(&one), &one);
  one.yields = true;
  EXPECT_EQ(next_straight(&one), nullptr) << "a spinning thread is a choice";
  one.yields = false;
  announce(one, kFocus);
  EXPECT_EQ(next_straight(&one), nullptr);
  // It blocks: the other one continues, unless it is in focus.
  announce(one, kElsewhere, OpKind::futex_wake_up);
  EXPECT_EQ(next_straight(&one), nullptr);
  announce(two, kElsewhere);
  world().current = one.id;
  EXPECT_EQ(next_straight(&one), &two);
  EXPECT_EQ(next_straight(nullptr), &two) << "the same when it has ended";
  // All block.
  announce(two, kElsewhere, OpKind::futex_wake_up);
  EXPECT_EQ(next_straight(&two), nullptr) << "a spurious wake-up is a choice";
  world().spurious_left = 0;
  EXPECT_EQ(next_straight(&two), nullptr);
}

TEST_F(ScopeRules, OperationsWithSeveralOutcomesAreChoices) {
  options_.has_focus = true;
  begin();
  Thread& one = mover();
  announce(one, kElsewhere, OpKind::choose);
  one.pending.value = 3;
  EXPECT_EQ(next_straight(&one), nullptr);
}

TEST_F(ScopeRules, NoThreadRunsStraightThroughForever) {
  options_.has_focus = true;
  begin();
  Thread& one = mover();
  announce(one, kElsewhere);
  int steps = 0;
  while (next_straight(&one) == &one) ASSERT_LT(++steps, 1'000'000);
  EXPECT_GT(steps, 1'000);
}

TEST_F(ScopeRules, BeforeTheStartThreadsTakeTurns) {
  options_.has_start = true;
  begin();
  EXPECT_TRUE(is_fixed());
  EXPECT_EQ(world().early_timeouts_left, 0U);
  Thread& one = mover();
  Thread& two = mover();
  announce(two, kElsewhere);
  announce(one, kElsewhere);
  int steps = 0;
  while (next_straight(&one) == &one) ASSERT_LT(++steps, 10'000);
  EXPECT_EQ(steps, 999);
  one.yields = true;
  EXPECT_EQ(next_straight(&one), &two);
  two.life = Life::exited;
  EXPECT_EQ(next_straight(&one), &one) << "a spinning thread goes on if no other can";
  world().current = one.id;
  enter_function(kElsewhere, kStart);
  EXPECT_FALSE(is_fixed());
  EXPECT_EQ(world().early_timeouts_left, 1U);
  EXPECT_EQ(world().spurious_left, 2U);
  EXPECT_TRUE(announce(one, kElsewhere));
}

TEST_F(ScopeRules, AnOperationOfAnInlinedStartIsTheStart) {
  options_.has_start = true;
  begin();
  Thread& one = mover();
  EXPECT_FALSE(announce(one, kElsewhere));
  EXPECT_TRUE(announce(one, kStart));
  EXPECT_TRUE(announce(one, kElsewhere));
}

TEST_F(ScopeRules, AWindowHasAsManyOperationsAsItSays) {
  options_.skips = 2;
  options_.window = 3;
  begin();
  Thread& one = mover();
  std::string points;
  for (int i = 0; i < 8; ++i) {
    points += announce(one, kElsewhere) ? 'x' : '.';
    // Plain accesses do not count.
    announce(one, kElsewhere, OpKind::read);
  }
  EXPECT_EQ(points, "..xxx...");
  EXPECT_TRUE(is_fixed());
}

}  // namespace
}  // namespace heddle::native
