// What a step did besides its operation is logged once, by whom, and in order.
#include "monitors/side_effect_log.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace heddle::native {
namespace {

class SideEffectLogTest : public testing::Test {
 protected:
  SideEffectLogTest() {
    map_world();
    world().current = kMainThread;
  }
  ~SideEffectLogTest() override { world().current = ThreadId{0}; }

  std::unique_ptr<SideEffectLog> log_ = std::make_unique<SideEffectLog>();
};

TEST_F(SideEffectLogTest, LogsAnAccessOnce) {
  const ObjectId block = life_of_block(kHeapBase);
  log_->access(block, AccessMode::read);
  log_->access(life_of_block(kHeapBase + 64), AccessMode::read);
  log_->access(block, AccessMode::read);
  ASSERT_EQ(log_->side_effects().size(), 2U);
  EXPECT_EQ(log_->side_effects()[0].access.object, block);
  EXPECT_EQ(log_->side_effects()[0].by, kMainThread);
  log_->access(block, AccessMode::write);
  EXPECT_EQ(log_->side_effects().size(), 3U);
}

TEST_F(SideEffectLogTest, LogsAnAccessAgainAfterAJoin) {
  log_->access(life_of_block(kHeapBase), AccessMode::read);
  log_->joined(thread_id(1));
  log_->access(life_of_block(kHeapBase), AccessMode::read);
  ASSERT_EQ(log_->side_effects().size(), 3U);
  EXPECT_EQ(log_->side_effects()[1].kind, SideEffect::Kind::join);
  EXPECT_EQ(log_->side_effects()[1].other, thread_id(1));
}

TEST_F(SideEffectLogTest, TellsThreadsApart) {
  log_->access(stack_of(thread_id(5)), AccessMode::read);
  world().current = thread_id(2);
  log_->access(stack_of(thread_id(5)), AccessMode::read);
  ASSERT_EQ(log_->side_effects().size(), 2U);
  EXPECT_EQ(log_->side_effects()[1].by, thread_id(2));
}

TEST_F(SideEffectLogTest, LogsWhatAnOperationHasNoRoomFor) {
  flags().reorders = true;
  world().living = 2;
  side_effect_log().clear();
  note_wide_access(0x1000, 600, AccessMode::write);
  ASSERT_EQ(side_effect_log().side_effects().size(), 2U);
  EXPECT_EQ(side_effect_log().side_effects()[0].access,
            (Access{ObjectId{0x1000 + 255}, 255, AccessMode::write}));
  EXPECT_EQ(side_effect_log().side_effects()[1].access,
            (Access{ObjectId{0x1000 + 510}, 90, AccessMode::write}));
  side_effect_log().clear();
  note_wide_access(0x1000, 8, AccessMode::read, 0);
  ASSERT_EQ(side_effect_log().side_effects().size(), 1U) << "of which nothing was announced";
  EXPECT_EQ(side_effect_log().side_effects()[0].access,
            (Access{ObjectId{0x1000}, 8, AccessMode::read}));
  side_effect_log().clear();
  world().living = 0;
  flags().reorders = false;
}

TEST_F(SideEffectLogTest, SaysWhenThereWasMore) {
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    log_->access(life_of_block(kHeapBase + 16 * i), AccessMode::read);
  }
  EXPECT_TRUE(log_->overflowed());
  log_->clear();
  EXPECT_FALSE(log_->overflowed());
  EXPECT_TRUE(log_->side_effects().empty());
}

}  // namespace
}  // namespace heddle::native
