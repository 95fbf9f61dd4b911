#include "runtime/step_accesses.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace heddle::native {
namespace {

constexpr std::uintptr_t kAccessed = 0x4000;
constexpr std::uintptr_t kFarAway = 0x9000;

class StepAccessesTest : public testing::Test {
 protected:
  // Makes the step long enough to be remembered.
  void make_step_long() {
    for (int i = 0; i < 100; ++i) accesses_->add(kFarAway, 8, false);
  }
  bool contains(std::uintptr_t address, std::size_t size, bool writes) const {
    return accesses_->contains(address, size, writes);
  }

  std::unique_ptr<StepAccesses> accesses_ = std::make_unique<StepAccesses>();
};

TEST_F(StepAccessesTest, AShortStepIsNotRemembered) {
  accesses_->add(kAccessed, 8, true);
  EXPECT_FALSE(contains(kAccessed, 8, true));
}

TEST_F(StepAccessesTest, ContainsTheBytesThatWereAccessedInTheSameWay) {
  make_step_long();
  accesses_->add(kAccessed, 4, false);
  EXPECT_TRUE(contains(kAccessed, 4, false));
  EXPECT_TRUE(contains(kAccessed + 1, 2, false));
  EXPECT_FALSE(contains(kAccessed, 4, true));
  EXPECT_FALSE(contains(kAccessed, 8, false));
  EXPECT_FALSE(contains(kAccessed + 4, 4, false));
  EXPECT_FALSE(contains(kAccessed + 8, 4, false));
  accesses_->add(kAccessed + 4, 4, false);
  accesses_->add(kAccessed, 1, true);
  EXPECT_TRUE(contains(kAccessed, 8, false));
  EXPECT_TRUE(contains(kAccessed, 1, true));
  EXPECT_FALSE(contains(kAccessed, 2, true));
}

TEST_F(StepAccessesTest, AnAccessToTwoWordsIsNotRemembered) {
  make_step_long();
  accesses_->add(kAccessed, 8, false);
  accesses_->add(kAccessed + 8, 8, false);
  accesses_->add(kAccessed, 8, true);
  accesses_->add(kAccessed + 4, 8, false);
  EXPECT_FALSE(contains(kAccessed + 4, 8, false));
  accesses_->add(kAccessed, 16, false);
  EXPECT_FALSE(contains(kAccessed, 16, false));
}

TEST_F(StepAccessesTest, AWordReplacesAnotherInItsPlace) {
  constexpr std::uintptr_t kSamePlace = kAccessed + (std::uintptr_t{1} << 40);
  make_step_long();
  accesses_->add(kAccessed, 8, false);
  EXPECT_FALSE(contains(kSamePlace, 8, false));
  accesses_->add(kSamePlace, 4, true);
  EXPECT_FALSE(contains(kAccessed, 8, false));
  EXPECT_FALSE(contains(kSamePlace, 4, false));
  EXPECT_TRUE(contains(kSamePlace, 4, true));
}

TEST_F(StepAccessesTest, ForgetsARange) {
  make_step_long();
  for (std::uintptr_t at = kAccessed; at < kAccessed + 40; at += 8) accesses_->add(at, 8, true);
  accesses_->forget(kAccessed + 12, 13);
  EXPECT_TRUE(contains(kAccessed, 8, true));
  EXPECT_FALSE(contains(kAccessed + 8, 8, true));
  EXPECT_FALSE(contains(kAccessed + 16, 8, true));
  EXPECT_FALSE(contains(kAccessed + 24, 8, true));
  EXPECT_TRUE(contains(kAccessed + 32, 8, true));
  accesses_->forget(kAccessed - (1 << 20), 1 << 21);
  EXPECT_FALSE(contains(kAccessed + 32, 8, true));
}

TEST_F(StepAccessesTest, TheLastBlockLastsUntilAnythingIsForgotten) {
  const auto is_inside = [&](std::uintptr_t address, std::size_t size) {
    return accesses_->is_in_last_block(address, size);
  };
  EXPECT_FALSE(is_inside(kAccessed, 1));
  accesses_->set_last_block(kAccessed, 12);
  EXPECT_TRUE(is_inside(kAccessed, 12));
  EXPECT_TRUE(is_inside(kAccessed + 8, 4));
  EXPECT_FALSE(is_inside(kAccessed + 8, 8));
  EXPECT_FALSE(is_inside(kAccessed - 1, 4));
  accesses_->forget(kFarAway, 8);
  EXPECT_FALSE(is_inside(kAccessed, 12));
  accesses_->set_last_block(kAccessed, 12);
  accesses_->forget_all();
  EXPECT_FALSE(is_inside(kAccessed, 12));
}

TEST_F(StepAccessesTest, NoStepContainsAnAccessOfAnEarlierOne) {
  make_step_long();
  accesses_->add(kAccessed, 8, true);
  for (int i = 0; i < 3 << 19; ++i) {
    accesses_->forget_all();
    ASSERT_FALSE(contains(kAccessed, 8, true)) << i;
    make_step_long();
  }
  accesses_->add(kAccessed, 8, true);
  EXPECT_TRUE(contains(kAccessed, 8, true));
}

}  // namespace
}  // namespace heddle::native
