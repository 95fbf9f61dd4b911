// Which repeats of an atomic operation pass without a scheduling point, and who counts as yielding.
#include "runtime/spin.hpp"

#include <gtest/gtest.h>

#include <array>

#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

// Instructions as they would follow a call: without and with the mark of a spin loop.
#if defined(__aarch64__)
std::array<std::uint32_t, 64> code_with(std::size_t at, std::uint32_t mark) {
  std::array<std::uint32_t, 64> code;
  code.fill(0xd503201f);  // nop
  if (mark != 0) code[at] = mark;
  return code;
}
constexpr std::uint32_t kMarks[] = {0xd503203f, 0xd5033fdf};  // yield, isb
#else
std::array<unsigned char, 256> code_with(std::size_t at, unsigned mark) {
  std::array<unsigned char, 256> code;
  code.fill(0x90);  // nop
  if (mark != 0) code[at] = static_cast<unsigned char>(mark);
  return code;
}
constexpr unsigned kMarks[] = {0xf3};  // pause is nop with this prefix
#endif

const auto g_plain_code = code_with(0, 0);

Site site_of(const void* code) { return Site{reinterpret_cast<std::uintptr_t>(code)}; }

class Spin : public WorldByHand {
 protected:
  Spin() : self_(mover()) {
    self_.life = Life::running;
    world().current = self_.id;
  }

  // Performs the operation as the interposed functions do.  True when it passed without a
  // scheduling point.
  bool perform(const Operation& operation, std::uint64_t value, bool idle = true) {
    const bool passed = repeats_in_vain(self_, operation, value);
    if (!passed) {
      self_.pending = operation;
      yielded_ = self_.yields;
      self_.yields = false;
      ++world().steps;
    }
    note_atomic(self_, value, idle);
    return passed;
  }

  Thread& self_;
  bool yielded_ = false;  // at the last scheduling point
  Operation load_{
      .kind = OpKind::atomic_load, .object = ObjectId{64}, .site = site_of(g_plain_code.data())};
};

TEST_F(Spin, TheFirstLookIsAPoint) {
  EXPECT_FALSE(perform(load_, 0));
  EXPECT_FALSE(yielded_);
}

TEST_F(Spin, WithoutAHintEveryLookIsAPointAndManyYield) {
  perform(load_, 0);
  for (int i = 1; i < 100; ++i) {
    EXPECT_FALSE(perform(load_, 0));
    EXPECT_EQ(yielded_, i >= kUnhintedRepeats) << i;
  }
}

TEST_F(Spin, AHintLetsRepeatsPassUpToALimit) {
  perform(load_, 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kFreeRepeats; ++i) {
      hint_spinning();
      ASSERT_TRUE(perform(load_, 0)) << i;
    }
    hint_spinning();
    ASSERT_FALSE(perform(load_, 0)) << "others must be let in";
    EXPECT_TRUE(yielded_);
  }
}

TEST_F(Spin, AHintHoldsForOneLook) {
  perform(load_, 0);
  hint_spinning();
  EXPECT_TRUE(perform(load_, 0));
  EXPECT_FALSE(perform(load_, 0));
}

TEST_F(Spin, APauseInstructionIsAHint) {
  for (const auto mark : kMarks) {
    const auto code = code_with(6, mark);
    load_.site = site_of(code.data());
    EXPECT_FALSE(perform(load_, 0));
    EXPECT_TRUE(perform(load_, 0));
    EXPECT_TRUE(perform(load_, 0));
    const auto beyond = code_with(code.size() - 2, mark);
    load_.site = site_of(beyond.data());
    EXPECT_FALSE(perform(load_, 0));
    EXPECT_FALSE(perform(load_, 0)) << "in another part of the program";
  }
}

TEST_F(Spin, AStepOfSomebodyElseMatters) {
  perform(load_, 0);
  hint_spinning();
  ++world().steps;
  EXPECT_FALSE(perform(load_, 0));
  EXPECT_FALSE(yielded_) << "what he did may matter";
}

TEST_F(Spin, AnotherValueIsNews) {
  perform(load_, 0);
  hint_spinning();
  self_.yields = false;
  EXPECT_FALSE(perform(load_, 1));
  EXPECT_FALSE(yielded_);
}

TEST_F(Spin, AnotherOperationIsNoRepeat) {
  Operation elsewhere = load_;
  elsewhere.object = ObjectId{128};
  Operation exchange = load_;
  exchange.kind = OpKind::atomic_exchange;
  Operation other_site = load_;
  const auto code = code_with(0, 0);
  other_site.site = site_of(code.data());
  for (const Operation& operation : {elsewhere, exchange, other_site}) {
    perform(load_, 0);
    EXPECT_FALSE(perform(operation, 0));
    EXPECT_FALSE(yielded_);
  }
}

TEST_F(Spin, ALoopOfSeveralOperationsInVainPassesTimeButDoesNotYield) {
  Operation elsewhere = load_;
  elsewhere.object = ObjectId{128};
  for (int i = 0; i < 100; ++i) {
    perform(i % 2 == 0 ? load_ : elsewhere, 0);
    EXPECT_FALSE(yielded_);
    EXPECT_EQ(passes_time(self_), i >= kIdleChanges) << i;
  }
  Operation add = load_;
  add.kind = OpKind::atomic_update;
  perform(add, 0, false);
  EXPECT_FALSE(passes_time(self_)) << "something was done";
}

TEST_F(Spin, AnOperationThatChangedSomethingIsWork) {
  Operation add = load_;
  add.kind = OpKind::atomic_update;
  perform(add, 0, false);
  hint_spinning();
  self_.yields = false;
  EXPECT_FALSE(perform(add, 0, false));
  EXPECT_FALSE(yielded_);
}

TEST_F(Spin, WorkBetweenTwoSpinsStartsTheCountAnew) {
  perform(load_, 0);
  for (int i = 0; i < kFreeRepeats / 2; ++i) {
    hint_spinning();
    ASSERT_TRUE(perform(load_, 0));
  }
  perform(load_, 1);
  for (int i = 0; i < kFreeRepeats; ++i) {
    hint_spinning();
    ASSERT_TRUE(perform(load_, 1)) << i;
  }
}

TEST_F(Spin, AYieldCallCountsWhenTheSameIsTriedAgain) {
  const Operation attempt{
      .kind = OpKind::mutex_trylock, .object = ObjectId{64}, .site = site_of(g_plain_code.data())};
  self_.pending = attempt;
  hint_spinning();
  judge_hint(self_, attempt);
  EXPECT_TRUE(self_.yields);
  EXPECT_FALSE(self_.hinted);
}

TEST_F(Spin, AYieldCallDoesNotCountWhenTheThreadGoesOn) {
  self_.pending = load_;
  hint_spinning();
  judge_hint(self_, {.kind = OpKind::futex_wait, .object = ObjectId{64}});
  EXPECT_FALSE(self_.yields);
}

TEST_F(Spin, ManyYieldCallsCountInALoopOfSeveralOperations) {
  const Operation attempt{.kind = OpKind::mutex_trylock, .object = ObjectId{128}};
  for (int i = 1; i <= kStrayHints; ++i) {
    self_.pending = i % 2 == 0 ? attempt : load_;
    hint_spinning();
    judge_hint(self_, i % 2 == 0 ? load_ : attempt);
    EXPECT_EQ(self_.yields, i == kStrayHints) << i;
  }
}

}  // namespace
}  // namespace heddle::native
