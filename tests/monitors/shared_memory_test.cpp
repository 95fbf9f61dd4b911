// What counts as shared: touched by two threads, written by one, and in no fixed order.
#include "monitors/shared_memory.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

constexpr std::uintptr_t kCell = kHeapBase + 0x1000;

class SharedMemoryTest : public testing::Test {
 protected:
  SharedMemoryTest() {
    main_.id = kMainThread;
    for (std::uint16_t i = 0; i < 2; ++i) {
      child_[i].id = thread_id(i + 1U);
      child_[i].creator = kMainThread;
      child_[i].ordinal = i;
    }
    main_.children = 2;
    map_world();
  }
  ~SharedMemoryTest() override {
    for (const Thread& child : child_) writable_thread(child.id) = Thread{};
  }

  bool reads(const Thread& thread, std::uintptr_t at = kCell) {
    return memory_->touch(thread, at, 8, false);
  }
  bool writes(const Thread& thread, std::uintptr_t at = kCell) {
    return memory_->touch(thread, at, 8, true);
  }

  static void joins(ThreadId joiner, ThreadId ended) {
    writable_thread(ended).life = Life::exited;
    writable_thread(ended).joined_by = joiner;
  }

  std::unique_ptr<SharedMemory> memory_ = std::make_unique<SharedMemory>();
  Thread main_;
  Thread child_[2];
};

TEST_F(SharedMemoryTest, CountsFromTheNextExplorationOn) {
  EXPECT_FALSE(writes(child_[0]));
  EXPECT_FALSE(reads(child_[1]));
  EXPECT_FALSE(reads(child_[0])) << "not before it is adopted";
  EXPECT_TRUE(memory_->adopt());
  EXPECT_TRUE(reads(child_[0]));
  EXPECT_TRUE(memory_->touch(child_[0], kCell - 4, 8, false)) << "overlaps";
  EXPECT_FALSE(reads(child_[0], kCell + 8));
  EXPECT_FALSE(memory_->adopt()) << "nothing new";
}

TEST_F(SharedMemoryTest, IsToldByOthers) {
  EXPECT_FALSE(memory_->knows(kCell, 4));
  memory_->learn(kCell + 3);
  EXPECT_FALSE(memory_->knows(kCell, 4)) << "not before it is adopted";
  EXPECT_TRUE(memory_->adopt());
  EXPECT_TRUE(memory_->knows(kCell, 4));
  EXPECT_TRUE(memory_->knows(kCell - 4, 8)) << "overlaps";
  EXPECT_FALSE(memory_->knows(kCell + 8, 8));
  memory_->learn(kCell);
  EXPECT_FALSE(memory_->adopt()) << "nothing new";
}

TEST_F(SharedMemoryTest, ReadingAloneIsNoSharing) {
  reads(child_[0]);
  reads(child_[1]);
  EXPECT_FALSE(memory_->adopt());
  writes(main_);
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(SharedMemoryTest, PassesFromACreatorToWhatItCreatesLater) {
  main_.children = 0;
  writes(main_);
  main_.children = 1;
  writes(child_[0]);
  EXPECT_FALSE(memory_->adopt());
  writes(main_);
  EXPECT_TRUE(memory_->adopt()) << "after the creation they are at once";
}

TEST_F(SharedMemoryTest, DoesNotPassToOneThatWasThereAlready) {
  writes(main_);
  reads(child_[1]);
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(SharedMemoryTest, WhatWasDoneBeforeAJoinDoesNotCount) {
  writes(child_[0]);
  joins(kMainThread, child_[0].id);
  reads(main_);
  writes(main_);
  EXPECT_FALSE(memory_->adopt());
  reads(child_[1]);
  EXPECT_TRUE(memory_->adopt()) << "what was done after it does";
}

TEST_F(SharedMemoryTest, AJoinReachesBackThroughOthers) {
  writes(child_[0]);
  joins(child_[1].id, child_[0].id);
  joins(kMainThread, child_[1].id);
  reads(main_);
  EXPECT_FALSE(memory_->adopt());
}

// The access after the join may be executed first, and an execution without the join follow.
TEST_F(SharedMemoryTest, AJoinInOneExecutionSaysNothingOfAnother) {
  writes(child_[0]);
  joins(kMainThread, child_[0].id);
  reads(main_);
  writable_thread(child_[0].id) = Thread{};
  reads(main_);
  EXPECT_TRUE(memory_->adopt());
}

// A state in which the creator has touched the cell after the creation may be kept while another
// execution touches it only before.
TEST_F(SharedMemoryTest, AnEarlierAccessDoesNotHideALaterOne) {
  main_.children = 1;
  writes(main_);
  main_.children = 0;
  writes(main_);
  reads(child_[0]);
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(SharedMemoryTest, ForgetsMemoryThatWasGivenBack) {
  writes(child_[0]);
  memory_->forget(kCell, 16);
  writes(child_[1]);
  EXPECT_FALSE(memory_->adopt());
  writes(child_[0]);
  EXPECT_TRUE(memory_->adopt());
  memory_->forget(kCell, 16);
  EXPECT_TRUE(reads(child_[0])) << "what is known to be shared stays so";
}

TEST_F(SharedMemoryTest, RemembersWhereTheBlockIsNotFreedYet) {
  writes(child_[0]);
  const std::size_t before = memory_->forgotten();
  memory_->forget(kCell, 8);
  reads(child_[1]);  // another block
  memory_->forget(kCell, 8);
  memory_->remember(before);
  EXPECT_FALSE(memory_->adopt()) << "the other block was another one";
  reads(child_[1]);
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(SharedMemoryTest, RemembersOnlyWhatWasForgottenSince) {
  writes(child_[0]);
  memory_->forget(kCell, 8);
  memory_->remember(memory_->forgotten());
  reads(child_[1]);
  EXPECT_FALSE(memory_->adopt());
  memory_->forget_all();
  memory_->remember(0);
  EXPECT_FALSE(memory_->adopt()) << "of another execution";
}

TEST_F(SharedMemoryTest, OffThePathNothingIsForgotten) {
  writes(child_[0]);
  memory_->forget(kCell, 8);
  reads(child_[1]);
  memory_->remember_all();
  EXPECT_TRUE(memory_->adopt());
}

TEST_F(SharedMemoryTest, WhatBecameSharedStaysSo) {
  writes(child_[0]);
  memory_->forget(kCell, 8);
  memory_->learn(kCell);
  EXPECT_TRUE(memory_->adopt());
  memory_->remember(0);
  EXPECT_TRUE(reads(child_[0]));
  EXPECT_FALSE(memory_->adopt()) << "nothing new";
}

TEST_F(SharedMemoryTest, ForgettingMuchThatNobodyTouchedTakesNoRoom) {
  writes(child_[0]);
  memory_->forget(kCell - 0x800, std::size_t{1} << 30);
  writes(child_[1]);
  EXPECT_FALSE(memory_->adopt());
  EXPECT_FALSE(writes(child_[1], kCell + (std::uintptr_t{1} << 31)));
  EXPECT_FALSE(memory_->adopt()) << "there is room for more";
}

TEST_F(SharedMemoryTest, WhatOneMutexAlwaysGuardsMayPass) {
  memory_ = std::make_unique<SharedMemory>(SharedMemory::Guarded::passes);
  const auto holds = [](Thread& thread, std::uint32_t count, std::uint64_t sum) {
    thread.held_count = count;
    thread.held_sum = sum;
  };
  holds(child_[0], 1, 0x1000);
  holds(child_[1], 1, 0x1000);
  writes(child_[0]);
  writes(child_[1]);
  EXPECT_FALSE(memory_->adopt());
  holds(child_[1], 2, 0x1000);
  reads(child_[1]);
  EXPECT_TRUE(memory_->adopt()) << "which two it holds is not known";
  EXPECT_TRUE(reads(child_[0]));
  holds(child_[1], 1, 0x2000);
  writes(child_[0], kCell + 8);
  reads(child_[1], kCell + 8);
  EXPECT_TRUE(memory_->adopt()) << "another mutex guards nothing";
}

TEST_F(SharedMemoryTest, GivingABlockBackTouchesWhatWasTouched) {
  writes(child_[0], kCell + 16);
  EXPECT_FALSE(memory_->touch_again(child_[1], kCell, std::size_t{1} << 30));
  EXPECT_TRUE(memory_->has_news());
  EXPECT_TRUE(memory_->adopt());
  EXPECT_FALSE(memory_->has_news());
  EXPECT_TRUE(memory_->touch_again(child_[1], kCell, 64));
  EXPECT_FALSE(reads(child_[0], kCell));
}

TEST_F(SharedMemoryTest, IsUnderstoodByAnotherProcess) {
  for (std::uintptr_t at = kCell; at < kCell + 64; at += 8) {
    writes(child_[0], at);
    writes(child_[1], at);
  }
  memory_->adopt();
  const std::vector<std::string> ranges = memory_->ranges();
  EXPECT_EQ(ranges.size(), 1U);
  const auto other = std::make_unique<SharedMemory>();
  other->adopt_ranges(ranges);
  EXPECT_TRUE(other->touch(main_, kCell + 56, 8, false));
  EXPECT_FALSE(other->touch(main_, kCell + 64, 8, false));
  other->adopt_ranges({"nonsense", "m99999+10 5", ""});
}

// The knowledge of several processes, as words.
class MergedMemoryTest : public SharedMemoryTest {
 protected:
  MergedMemoryTest() {
    for (const Thread& child : child_) {
      EXPECT_EQ(thread_paths().child(kMainThread, child.ordinal), child.id);
    }
  }

  // Merges both memories into both, and expects the same answer.
  bool merge() {
    std::vector<std::uint64_t> words[2];
    memory_->append_to(words[0]);
    other_->append_to(words[1]);
    const std::vector<std::span<const std::uint64_t>> parts = {words[0], words[1]};
    EXPECT_TRUE(memory_->merge_all(parts));
    EXPECT_TRUE(other_->merge_all(parts));
    EXPECT_EQ(memory_->has_news(), other_->has_news());
    return memory_->has_news();
  }

  std::unique_ptr<SharedMemory> other_ = std::make_unique<SharedMemory>();
};

TEST_F(MergedMemoryTest, WhatACreatorDoesOnceMoreBeforeTheCreationDoesNotConflict) {
  main_.children = 1;
  writes(main_);
  writes(child_[1]);
  writes(main_);  // in another execution
  EXPECT_FALSE(memory_->adopt());
  main_.children = 2;
  writes(main_);
  EXPECT_TRUE(memory_->adopt()) << "the thread exists";
}

TEST_F(MergedMemoryTest, ACreatorPrecedesTheChildrenOfItsChildren) {
  Thread grandchild;
  grandchild.creator = child_[1].id;
  grandchild.id = thread_paths().child(child_[1].id, 0);
  writes(grandchild);
  main_.children = 1;
  writes(main_);
  EXPECT_FALSE(memory_->adopt());
  writes(child_[0]);
  EXPECT_TRUE(memory_->adopt()) << "another child";
}

TEST_F(MergedMemoryTest, AccessesOfTwoProcessesMeet) {
  writes(child_[0]);
  other_->touch(child_[1], kCell, 8, false);
  EXPECT_FALSE(memory_->has_news() || other_->has_news());
  EXPECT_TRUE(merge());
  EXPECT_TRUE(memory_->adopt() && other_->adopt());
  EXPECT_TRUE(memory_->knows(kCell, 8) && other_->knows(kCell, 8));
  EXPECT_FALSE(merge()) << "nothing new";
}

TEST_F(MergedMemoryTest, ReadsAloneDoNotConflict) {
  reads(child_[0]);
  other_->touch(child_[1], kCell, 8, false);
  EXPECT_FALSE(merge());
}

TEST_F(MergedMemoryTest, ThreadsThatWereCreatedAfterwardsDoNotConflict) {
  main_.children = 0;
  writes(main_);
  other_->touch(child_[0], kCell, 8, true);
  EXPECT_FALSE(merge());
  other_->touch(child_[1], kCell, 8, true);
  EXPECT_TRUE(merge());
}

TEST_F(MergedMemoryTest, AdoptedMemoryCountsForAll) {
  memory_->learn(kCell);
  EXPECT_TRUE(memory_->adopt());
  EXPECT_FALSE(merge());
  EXPECT_TRUE(other_->knows(kCell, 8));
}

TEST_F(MergedMemoryTest, OneMutexInAllProcessesGuards) {
  memory_ = std::make_unique<SharedMemory>(SharedMemory::Guarded::passes);
  other_ = std::make_unique<SharedMemory>(SharedMemory::Guarded::passes);
  for (Thread& child : child_) {
    child.held_count = 1;
    child.held_sum = 7;
  }
  writes(child_[0]);
  other_->touch(child_[1], kCell, 8, true);
  EXPECT_FALSE(merge());
  child_[1].held_sum = 8;
  other_->touch(child_[1], kCell, 8, true);
  EXPECT_TRUE(merge());
}

TEST_F(MergedMemoryTest, WordsThatAreNoneAreRefused) {
  const std::vector<std::uint64_t> words = {0, 5, 1};
  const std::vector<std::span<const std::uint64_t>> parts = {words};
  EXPECT_FALSE(memory_->merge_all(parts));
}

}  // namespace
}  // namespace heddle::native
