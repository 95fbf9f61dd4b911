// Who allocated and freed a block, and that old blocks make room for new ones.
#include "monitors/block_history.hpp"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

const void* block(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(BlockHistory, TellsTheLastAllocationAndTheFree) {
  BlockHistory history;
  EXPECT_TRUE(history.accounts(4096).empty());
  history.allocated(block(4096), thread_id(1));
  ASSERT_EQ(history.accounts(4096).size(), 1U);
  EXPECT_EQ(history.accounts(4096)[0].thread, thread_id(1));
  history.freed(block(4096), thread_id(2));
  ASSERT_EQ(history.accounts(4096).size(), 2U);
  EXPECT_EQ(history.accounts(4096)[1].thread, thread_id(2));
  history.allocated(block(4096), thread_id(3));
  ASSERT_EQ(history.accounts(4096).size(), 1U) << "another block at the same address";
  EXPECT_EQ(history.accounts(4096)[0].thread, thread_id(3));
  history.clear();
  EXPECT_TRUE(history.accounts(4096).empty());
}

TEST(BlockHistory, ForgetsWhatIsOldest) {
  BlockHistory history;
  constexpr std::uintptr_t kBlocks = 100'000;
  for (std::uintptr_t i = 1; i <= kBlocks; ++i) history.allocated(block(i * 16), thread_id(1));
  EXPECT_EQ(history.accounts(kBlocks * 16).size(), 1U);
  EXPECT_TRUE(history.accounts(16).empty());
}

}  // namespace
}  // namespace heddle::native
