// What steps do besides their operations makes them depend on each other, unless whoever did it
// knew of the other step by then.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/hidden_objects.hpp"
#include "search/por/causality.hpp"
#include "search/por/races.hpp"

namespace heddle::search {
namespace {

constexpr ThreadId kUser = thread_id(1);
constexpr ThreadId kOther = thread_id(2);
constexpr ObjectId kBlock = life_of_block(0x1000);

SideEffect use(ThreadId by) {
  return {SideEffect::Kind::access, by, kNoThread, {kBlock, 0, AccessMode::read}};
}
SideEffect end(ThreadId by) {
  return {SideEffect::Kind::access, by, kNoThread, {kBlock, 0, AccessMode::write}};
}
SideEffect join(ThreadId by, ThreadId other) { return {SideEffect::Kind::join, by, other, {}}; }
SideEffect create(ThreadId by, ThreadId other) { return {SideEffect::Kind::create, by, other, {}}; }

// Three threads that load from cells of their own; what else they do is scripted.
class SideEffectsTest : public testing::Test, public Relations {
 protected:
  SideEffectsTest() {
    for (std::uint16_t i = 0; i < 3; ++i) {
      threads_.push_back(
          {thread_id(i),
           1,
           false,
           {.kind = OpKind::atomic_load, .size = 4, .object = ObjectId{64U * i + 64}}});
    }
    view_.threads = threads_;
    view_.relations = this;
    path_.arrive(view_);
  }

  ObjectState object_state(const Operation&, ObjectId) const override { return {}; }
  std::span<const SideEffect> side_effects() const override { return side_effects_; }
  bool did_more() const override { return more_; }
  ThreadId joined_by(ThreadId thread) const override {
    return thread == kUser ? joiner_of_user_ : kNoThread;
  }

  // In the step that is taken next.
  void let_user_be_joined_by(ThreadId joiner) {
    joiner_of_user_ = joiner;
    threads_.erase(threads_.begin() + 1);
    view_.threads = threads_;
  }

  void step(ThreadId thread, std::vector<SideEffect> side_effects) {
    causality_.stepping(path_, {thread, 0});
    path_.push({thread, 0});
    side_effects_ = std::move(side_effects);
    causality_.stepped(path_);
  }

  // The earlier steps that the last one could have come before.
  std::vector<std::uint32_t> races() {
    Races races(causality_);
    std::vector<std::uint32_t> steps;
    for (const Race& race : races.of_step(causality_.size() - 1)) steps.push_back(race.step);
    return steps;
  }

  Path path_;
  StateView view_;
  std::vector<ThreadView> threads_;
  std::vector<SideEffect> side_effects_;
  bool more_ = false;
  ThreadId joiner_of_user_ = kNoThread;
  Causality causality_;
};

TEST_F(SideEffectsTest, AFreeRacesWithAUse) {
  step(kUser, {use(kUser)});
  step(kOther, {end(kOther)});
  EXPECT_EQ(races(), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(causality_.happened_before(0, 1));
}

TEST_F(SideEffectsTest, UsesDoNotRace) {
  step(kUser, {use(kUser)});
  step(kOther, {use(kOther)});
  EXPECT_TRUE(races().empty());
  EXPECT_FALSE(causality_.happened_before(0, 1));
}

TEST_F(SideEffectsTest, NoRaceAfterAJoin) {
  step(kUser, {use(kUser)});
  step(kMainThread, {join(kMainThread, kUser), end(kMainThread)});
  EXPECT_TRUE(races().empty());
  EXPECT_TRUE(causality_.happened_before(0, 1));
}

TEST_F(SideEffectsTest, ARaceBeforeAJoin) {
  step(kUser, {use(kUser)});
  step(kMainThread, {end(kMainThread), join(kMainThread, kUser)});
  EXPECT_EQ(races(), std::vector<std::uint32_t>{0});
}

// Whoever waited for the mover goes on in its step, and knows what it knew before.
TEST_F(SideEffectsTest, AJoinerKnowsMoreThanTheMover) {
  step(kUser, {use(kUser)});
  let_user_be_joined_by(kMainThread);
  step(kMainThread, {join(kMainThread, kUser)});
  step(kOther, {join(kMainThread, kOther), end(kMainThread)});
  EXPECT_TRUE(races().empty());
}

TEST_F(SideEffectsTest, ANewThreadKnowsWhatItsCreatorKnows) {
  step(kUser, {use(kUser)});
  step(kMainThread, {join(kMainThread, kUser), create(kMainThread, kOther), end(kOther)});
  EXPECT_TRUE(races().empty());
}

TEST_F(SideEffectsTest, WhatWasNotLoggedDependsOnAll) {
  step(kUser, {});
  more_ = true;
  step(kOther, {});
  EXPECT_EQ(races(), std::vector<std::uint32_t>{0});
}

TEST_F(SideEffectsTest, GoingBackForgets) {
  step(kUser, {use(kUser)});
  path_.truncate(0);
  causality_.rewound(path_);
  step(kOther, {end(kOther)});
  EXPECT_TRUE(races().empty());
}

}  // namespace
}  // namespace heddle::search
