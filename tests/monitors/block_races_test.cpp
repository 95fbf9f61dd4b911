// Races that show by what threads accessed since their last operations.
#include "monitors/block_races.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class BlockRacesTest : public WorldByHand {
 protected:
  BlockRacesTest() {
    begin_block_races(BlockWatch::log);
    // Conflicts at memory that was told are not told again.
    static std::uintptr_t fresh = kHeapBase;
    cell_ = fresh += 0x1000;
    main_ = mover().id;
    for (std::uint16_t i = 0; i < 3; ++i) {
      Thread& child = mover();
      child.creator = main_;
      child.ordinal = i;
      child_[i] = child.id;
    }
    writable_thread(main_).children = 3;
  }
  ~BlockRacesTest() override {
    begin_block_races(BlockWatch::off);
    take_block_conflicts();
  }

  void accesses(ThreadId who, bool writes, bool is_atomic = false, std::size_t at = 0) const {
    world().current = who;
    block_log().access({cell_ + at, cell_ + at + 4, thread(who).children, writes, is_atomic});
  }
  void reads(ThreadId who) const { accesses(who, false); }
  void writes(ThreadId who) const { accesses(who, true); }
  static void joins(ThreadId who, ThreadId ended) {
    world().current = who;
    block_log().joined(ended);
  }

  static bool found() { return !take_block_conflicts().empty(); }

  std::uintptr_t cell_ = 0;
  ThreadId main_ = kNoThread;
  ThreadId child_[3] = {};
};

TEST_F(BlockRacesTest, WhatAPausedThreadDidLastRaces) {
  writes(child_[0]);
  note_step(child_[0]);
  note_step(child_[2]);  // does not matter
  reads(child_[1]);
  note_step(child_[1]);
  const std::vector<BlockConflict> conflicts = take_block_conflicts();
  ASSERT_EQ(conflicts.size(), 1U);
  ASSERT_EQ(conflicts[0].memory.size(), 1U);
  EXPECT_EQ(conflicts[0].memory[0].begin, cell_);
  EXPECT_EQ(conflicts[0].memory[0].end, cell_ + 4);
}

TEST_F(BlockRacesTest, WhatItDidBeforeItsLastOperationDoesNot) {
  writes(child_[0]);
  note_step(child_[0]);
  EXPECT_NE(thread(child_[0]).recent, 0U);
  note_step(child_[0]);
  EXPECT_EQ(thread(child_[0]).recent, 0U);
  writes(child_[1]);
  note_step(child_[1]);
  EXPECT_FALSE(found());
}

TEST_F(BlockRacesTest, WhatIsInTheStateIsPutBackWithIt) {
  writes(child_[0]);
  note_step(child_[0]);
  const std::uint64_t recent = thread(child_[0]).recent;
  note_step(child_[0]);
  writable_thread(child_[0]).recent = recent;
  reads(child_[1]);
  note_step(child_[1]);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, AnAtomicOperationRacesWithWhatWasPlain) {
  reads(child_[0]);
  note_step(child_[0]);
  accesses(child_[1], true, true);
  note_step(child_[1]);
  EXPECT_EQ(thread(child_[1]).recent, 0U) << "it may be a release";
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, WhatACreatorDidBeforeIsInOrder) {
  writable_thread(main_).children = 1;
  writes(main_);
  note_step(main_);
  writes(child_[1]);
  note_step(child_[1]);
  EXPECT_FALSE(found());
  note_step(child_[1]);
  reads(child_[0]);
  note_step(child_[0]);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, WithinOneStepAsWell) {
  // The first child runs to its first operation, then its creator goes on.
  writable_thread(main_).children = 0;
  accesses(main_, true, false, 8);
  accesses(child_[0], true, false, 8);
  writable_thread(main_).children = 1;
  note_step(main_);
  EXPECT_FALSE(found());
  writes(child_[0]);
  writes(main_);
  note_step(main_);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, WhatAJoinedThreadDidIsInOrderForItsJoinerAlone) {
  writes(child_[0]);
  writable_thread(child_[0]).life = Life::exited;
  joins(main_, child_[0]);
  reads(main_);
  note_step(child_[0]);
  EXPECT_FALSE(found());
  EXPECT_EQ(thread(child_[0]).recent, 0U);
  EXPECT_NE(thread(main_).recent, 0U);
  reads(child_[1]);
  note_step(child_[1]);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, WhatTheJoinerDidBeforeIsNot) {
  writes(child_[0]);
  note_step(child_[0]);
  writable_thread(child_[0]).life = Life::exited;
  reads(main_);
  joins(main_, child_[0]);
  note_step(main_);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, WhatTheJoinerDidBeforeItWaitedIsNotEither) {
  reads(main_);
  note_step(main_);
  writes(child_[0]);
  writable_thread(child_[0]).life = Life::exited;
  joins(main_, child_[0]);
  note_step(child_[0]);
  EXPECT_TRUE(found());
}

TEST_F(BlockRacesTest, TwoRacingPointsAreToldOnceForEachPairOfPlaces) {
  const auto view = [&](ThreadId who, OpKind kind, std::uint64_t site) {
    ThreadView thread;
    thread.id = who;
    thread.alternatives = 1;
    thread.next = {.kind = kind, .size = 4, .object = ObjectId{cell_}, .site = Site{cell_ + site}};
    return thread;
  };
  const auto meet = [](std::initializer_list<ThreadView> threads) {
    note_racing_points(std::span(threads.begin(), threads.size()));
    return take_block_conflicts().size();
  };
  const ThreadView reader = view(child_[0], OpKind::read, 1);
  const ThreadView writer = view(child_[1], OpKind::write, 2);
  EXPECT_EQ(meet({reader, view(child_[1], OpKind::read, 2)}), 0U);
  EXPECT_EQ(meet({reader, view(child_[1], OpKind::atomic_load, 2)}), 0U);
  EXPECT_EQ(meet({reader, view(child_[1], OpKind::mutex_lock, 2)}), 0U);
  EXPECT_EQ(
      meet({view(child_[0], OpKind::atomic_store, 1), view(child_[1], OpKind::atomic_load, 2)}),
      0U);
  note_racing_points(std::array{reader, writer});
  const std::vector<BlockConflict> conflicts = take_block_conflicts();
  ASSERT_EQ(conflicts.size(), 1U);
  ASSERT_EQ(conflicts[0].schedule.size(), 2U);
  EXPECT_EQ(conflicts[0].schedule[0].thread, child_[0]);
  EXPECT_EQ(conflicts[0].schedule[1].thread, child_[1]);
  EXPECT_EQ(meet({writer, reader}), 0U) << "it was told";
  EXPECT_EQ(meet({view(child_[2], OpKind::atomic_store, 3), reader}), 1U);
}

TEST_F(BlockRacesTest, ALoopTakesLittleRoom) {
  for (std::size_t i = 0; i < 1'000'000; ++i) accesses(child_[0], true, false, 4 * i);
  EXPECT_EQ(block_log().entries().size(), 1U);
  for (std::size_t i = 0; i < 1'000'000; ++i) accesses(child_[0], false, false, 16 * (i % 1000));
  EXPECT_FALSE(block_log().overflowed());
  block_log().clear();
}

TEST_F(BlockRacesTest, TooMuchIsCut) {
  for (std::size_t i = 0; i < 10'000; ++i) accesses(child_[0], true, false, 16 * i);
  EXPECT_TRUE(block_log().overflowed());
  note_step(child_[0]);
  EXPECT_TRUE(block_races_were_cut());
}

}  // namespace
}  // namespace heddle::native
