// A thread's stack is its own until somebody else is seen there, and changes only between
// explorations.
#include "monitors/private_memory.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "runtime/memory_layout.hpp"

namespace heddle::native {
namespace {

constexpr ThreadId kOne{1};
constexpr ThreadId kTwo{2};

// An address on a thread's stack, by its distance from the top.
std::uintptr_t on_stack(ThreadId thread, std::size_t below_top) {
  return kStackBase + (index(thread) + 1U) * kStackStride - below_top;
}

std::uintptr_t in_block(ThreadId thread) {
  return kControlBlockBase + index(thread) * kControlBlockStride + 4096;
}

class PrivateMemoryTest : public testing::Test {
 protected:
  // Two, as in two processes.  No control block was adopted here: the main thread's variables are
  // nowhere.
  std::unique_ptr<PrivateMemory> memory_ = std::make_unique<PrivateMemory>();
  std::unique_ptr<PrivateMemory> other_ = std::make_unique<PrivateMemory>();
};

TEST_F(PrivateMemoryTest, StacksAndControlBlocksAreTheirThreads) {
  for (const ThreadId thread : {kMainThread, kOne, kTwo, ThreadId{1023}}) {
    EXPECT_TRUE(memory_->owns(thread, on_stack(thread, 8), 8));
    EXPECT_TRUE(memory_->owns(thread, on_stack(thread, kStackSize), 1));
    EXPECT_TRUE(memory_->owns(thread, in_block(thread), 8));
  }
  EXPECT_FALSE(memory_->adopt()) << "nobody else was there";
}

TEST_F(PrivateMemoryTest, OtherMemoryIsNobodys) {
  static int global = 0;
  for (const std::uintptr_t address :
       {kHeapBase + 64, kWorldBase + 64, reinterpret_cast<std::uintptr_t>(&global)}) {
    EXPECT_FALSE(memory_->owns(kMainThread, address, 8));
    EXPECT_FALSE(memory_->owns(kOne, address, 8));
  }
  EXPECT_FALSE(memory_->adopt()) << "it was never private";
}

TEST_F(PrivateMemoryTest, WhatOthersTouchCountsOnlyAfterwards) {
  const std::uintptr_t cell = on_stack(kOne, 64);
  EXPECT_FALSE(memory_->owns(kTwo, cell, 4));
  EXPECT_TRUE(memory_->owns(kOne, cell, 4)) << "not in the middle of an exploration";
  EXPECT_TRUE(memory_->adopt());
  EXPECT_FALSE(memory_->owns(kOne, cell, 4));
  EXPECT_FALSE(memory_->owns(kOne, cell + 4, 4)) << "the same cell of eight bytes";
  EXPECT_TRUE(memory_->owns(kOne, cell + 8, 8));
  EXPECT_TRUE(memory_->owns(kOne, cell - 8, 8));
  EXPECT_FALSE(memory_->owns(kOne, cell - 8, 9)) << "reaches into it";
}

TEST_F(PrivateMemoryTest, AWideAccessSharesEveryCellItTouches) {
  const std::uintptr_t cell = on_stack(kOne, 256);
  memory_->owns(kTwo, cell + 7, 18);
  memory_->adopt();
  for (const std::size_t offset : {0U, 8U, 16U, 24U})
    EXPECT_FALSE(memory_->owns(kOne, cell + offset, 1));
  EXPECT_TRUE(memory_->owns(kOne, cell + 32, 1));
  EXPECT_TRUE(memory_->owns(kOne, cell - 8, 8));
}

TEST_F(PrivateMemoryTest, NewsIsToldOnce) {
  memory_->owns(kTwo, on_stack(kOne, 64), 8);
  EXPECT_TRUE(memory_->adopt());
  EXPECT_FALSE(memory_->adopt());
  memory_->owns(kTwo, on_stack(kOne, 64), 8);
  EXPECT_FALSE(memory_->adopt()) << "known already";
  memory_->owns(kTwo, in_block(kOne), 8);
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(PrivateMemoryTest, MeansTheSameInAnotherProcess) {
  memory_->owns(kTwo, on_stack(kOne, 64), 8);
  memory_->owns(kOne, on_stack(kMainThread, 4096), 100);
  memory_->owns(kOne, in_block(kTwo), 8);
  memory_->adopt();
  other_->adopt_cells(memory_->shared_cells());
  EXPECT_EQ(other_->shared_cells(), memory_->shared_cells());
  EXPECT_FALSE(other_->owns(kOne, on_stack(kOne, 64), 8));
  EXPECT_FALSE(other_->owns(kMainThread, on_stack(kMainThread, 4000), 8));
  EXPECT_FALSE(other_->owns(kTwo, in_block(kTwo), 8));
  EXPECT_TRUE(other_->owns(kOne, on_stack(kOne, 72), 8));
  EXPECT_FALSE(other_->adopt());
}

// A large array on the main thread's stack that another thread works on.
constexpr std::size_t kArray = std::size_t{400} << 10;

void work_on_array(PrivateMemory& memory) {
  for (std::size_t at = 8; at <= kArray; at += 8) memory.owns(kOne, on_stack(kMainThread, at), 8);
}

TEST_F(PrivateMemoryTest, LearningComesToAnEndHoweverMuchIsShared) {
  int rounds = 0;
  do {
    work_on_array(*memory_);
    ++rounds;
  } while (memory_->adopt() && rounds < 20);
  EXPECT_LT(rounds, 20) << "explored again and again";
  for (std::size_t at = 8; at <= kArray; at += 8)
    ASSERT_FALSE(memory_->owns(kMainThread, on_stack(kMainThread, at), 8)) << at;
}

TEST_F(PrivateMemoryTest, TooMuchToTellApartMeansTheSameInAnotherProcessToo) {
  for (int round = 0; round < 4; ++round) {
    work_on_array(*memory_);
    memory_->adopt();
  }
  other_->adopt_cells(memory_->shared_cells());
  for (const std::size_t at : {std::size_t{8}, kArray / 2, kArray, 2 * kArray}) {
    EXPECT_EQ(other_->owns(kMainThread, on_stack(kMainThread, at), 8),
              memory_->owns(kMainThread, on_stack(kMainThread, at), 8))
        << at;
  }
}

}  // namespace
}  // namespace heddle::native
