// Every word of a state is named by where it lies: stacks by frame and by saved register, the heap
// by arena, the scheduler's records by field.
#include "snapshot/state_difference.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace heddle::native {
namespace {

using Kind = MemoryPlace::Kind;

constexpr ThreadId kThread{1};
constexpr std::uintptr_t kTop = kStackBase + 2 * kStackStride;

// Three frames: 0x60 bytes, 0x40 bytes, and the rest.  The first one saved two registers.
PausedStack three_frames() {
  PausedStack stack;
  stack.frames = {{Site{10}, kTop - 0x200}, {Site{20}, kTop - 0x1a0}, {Site{30}, kTop - 0x160}};
  stack.saved = {{kTop - 0x1f8, 1, "x19"}, {kTop - 0x1f0, 2, "x20"}};
  stack.end = kTop;
  return stack;
}

Stacks stacks() { return {{kThread, std::make_shared<const PausedStack>(three_frames())}}; }

TEST(PausedStack, AFrameEndsWhereTheNextOneBegins) {
  const PausedStack stack = three_frames();
  EXPECT_EQ(stack.frame_at(kTop - 0x200), 0U);
  EXPECT_EQ(stack.frame_at(kTop - 0x1a8), 0U);
  EXPECT_EQ(stack.frame_at(kTop - 0x1a0), 1U);
  EXPECT_EQ(stack.frame_at(kTop - 0x168), 1U);
  EXPECT_EQ(stack.frame_at(kTop - 0x160), 2U);
  EXPECT_EQ(stack.frame_at(kTop - 8), 2U);
}

TEST(PausedStack, OnlySlotsAreRegisters) {
  const PausedStack stack = three_frames();
  ASSERT_NE(stack.register_at(kTop - 0x1f0), nullptr);
  EXPECT_EQ(stack.register_at(kTop - 0x1f0)->name, "x20");
  EXPECT_EQ(stack.register_at(kTop - 0x1e8), nullptr);
}

TEST(PlaceOf, AWordOfAFrameCountsFromItsStackPointer) {
  const MemoryPlace place = place_of(kTop - 0x190, stacks());
  EXPECT_EQ(place.kind, Kind::stack);
  EXPECT_EQ(place.thread, kThread);
  EXPECT_EQ(place.code, Site{20});
  EXPECT_EQ(place.offset, 0x10U);
  EXPECT_EQ(place.name, "");
}

TEST(PlaceOf, ASavedRegisterBelongsToTheFrameThatUsesIt) {
  const MemoryPlace near = place_of(kTop - 0x1f8, stacks());
  EXPECT_EQ(near.code, Site{20});
  EXPECT_EQ(near.name, "x19");
  const MemoryPlace far = place_of(kTop - 0x1f0, stacks());
  EXPECT_EQ(far.code, Site{30});
  EXPECT_EQ(far.name, "x20");
}

TEST(PlaceOf, BelowTheStackPointerThereIsNoFrame) {
  EXPECT_EQ(place_of(kTop - 0x208, stacks()).code, kNoSite);
  EXPECT_EQ(place_of(kTop - 0x208, stacks()).name, "dead");
  EXPECT_EQ(place_of(kTop - 0x190, {}).name, "dead");
}

TEST(PlaceOf, TheHeapIsNamedByArena) {
  const MemoryPlace place = place_of(kHeapBase + 3 * kArenaStride + 0x128, {});
  EXPECT_EQ(place.kind, Kind::heap);
  EXPECT_EQ(place.thread, ThreadId{3});
  EXPECT_EQ(place.offset, 0x128U);
}

TEST(PlaceOf, RecordsAreNamedByField) {
  const auto record = reinterpret_cast<std::uintptr_t>(&world().threads[2]);
  const auto name = [&](std::size_t offset) {
    return place_of(record + sizeof(Pause) + offset, {}).name;
  };
  EXPECT_EQ(place_of(record, {}).kind, Kind::scheduler);
  EXPECT_EQ(place_of(record, {}).thread, ThreadId{2});
  EXPECT_EQ(name(offsetof(ThreadState, frames)), "stack pointer");
  EXPECT_EQ(name(offsetof(ThreadState, pending) + offsetof(Operation, site)),
            "site of pending operation");
  EXPECT_EQ(name(offsetof(ThreadState, deadline)), "deadline");
  EXPECT_EQ(name(sizeof(ThreadState)), "spin history");
  const auto arena = reinterpret_cast<std::uintptr_t>(&world().arenas[2]);
  EXPECT_EQ(place_of(arena, {}).name, "heap table");
  EXPECT_EQ(place_of(arena, {}).thread, ThreadId{2});
}

TEST(PlaceOf, EverythingElseIsAGlobal) {
  static int variable = 0;
  const auto address = reinterpret_cast<std::uintptr_t>(&variable);
  EXPECT_EQ(place_of(address, {}).kind, Kind::global);
  EXPECT_EQ(place_of(address, {}).offset, address);
}

}  // namespace
}  // namespace heddle::native
