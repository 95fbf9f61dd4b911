// Blocks are aligned, zeroed, big enough and in their thread's arena; what is no block is not
// freed.
#include "runtime/heap/managed_heap.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "runtime/heap/heap_by_hand.hpp"
#include "runtime/heap/size_classes.hpp"

namespace heddle::native {
namespace {

constexpr ThreadId kFirst{1};
constexpr ThreadId kTwo{2};
constexpr std::size_t kMiB = std::size_t{1} << 20;

class ManagedHeapTest : public HeapByHand {};

// Allocates, checks what every block promises, and fills it.
void* checked_block(std::size_t size, std::size_t alignment) {
  void* const block = heap().allocate(kFirst, size, alignment);
  EXPECT_NE(block, nullptr);
  EXPECT_EQ(number_of(block) % alignment, 0U);
  const std::size_t usable = heap().size_of(block);
  EXPECT_GE(usable, size);
  EXPECT_TRUE(is_filled(block, usable, 0));
  EXPECT_LE(number_of(block) + usable, ManagedHeap::arena_base(kFirst) + heap().used_bytes(kFirst));
  std::memset(block, 0xab, usable);
  return block;
}

TEST_F(ManagedHeapTest, AlignsBlocksOfEverySize) {
  std::vector<std::size_t> sizes;
  for (const std::size_t near : {0U, 64U, 256U, 4096U, 16384U, 32768U, 100'000U}) {
    for (std::size_t size = near < 260 ? 0 : near - 260; size <= near + 20; size += 4)
      sizes.push_back(size);
  }
  for (std::size_t alignment = 16; alignment <= kMiB; alignment *= 2) {
    for (const std::size_t size : sizes) {
      if (alignment > kChunkSize && size % 64 != 0) continue;
      SCOPED_TRACE(testing::Message() << size << " bytes aligned to " << alignment);
      void* const fresh = checked_block(size, alignment);
      ASSERT_EQ(heap().free(fresh), FreeResult::done);
      void* const reused = checked_block(size, alignment);
      EXPECT_EQ(reused, fresh);
      ASSERT_EQ(heap().free(reused), FreeResult::done);
      ASSERT_FALSE(HasFailure());
      world().arenas[index(kFirst)] = Arena{};
    }
  }
}

TEST_F(ManagedHeapTest, AnEmptyBlockIsABlock) {
  for (std::size_t alignment = 16; alignment <= kMiB; alignment *= 2) {
    void* const one = heap().allocate(kFirst, 0, alignment);
    void* const two = heap().allocate(kFirst, 0, alignment);
    EXPECT_NE(one, two);
    EXPECT_EQ(heap().free(two), FreeResult::done) << "aligned to " << alignment;
    EXPECT_EQ(heap().free(one), FreeResult::done) << "aligned to " << alignment;
  }
}

TEST_F(ManagedHeapTest, HoldsBlocksOfManyMegabytes) {
  for (const std::size_t size : {kMiB, 5 * kMiB + 1, 40 * kMiB}) {
    SCOPED_TRACE(size);
    void* const block = checked_block(size, 16);
    ASSERT_EQ(heap().free(block), FreeResult::done);
    EXPECT_EQ(checked_block(size, 16), block);
  }
}

TEST_F(ManagedHeapTest, RefusesWhatNoArenaHolds) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  for (const std::size_t alignment : {std::size_t{16}, std::size_t{32}, std::size_t{64}, kMiB}) {
    for (const std::size_t size :
         {kArenaStride, kArenaStride + 1, kMost / 2, kMost - 128, kMost - 63, kMost - 10, kMost}) {
      EXPECT_EQ(heap().allocate(kFirst, size, alignment), nullptr)
          << size << " bytes aligned to " << alignment;
    }
  }
}

TEST_F(ManagedHeapTest, NoticesASecondFree) {
  for (const std::size_t size : {0U, 16U, 100U, 4096U, 4097U, 50'000U}) {
    void* const block = heap().allocate(kFirst, size);
    void* const neighbour = heap().allocate(kFirst, size);
    EXPECT_EQ(heap().free(block), FreeResult::done);
    EXPECT_EQ(heap().free(block), FreeResult::freed_twice) << size;
    EXPECT_EQ(heap().free(neighbour), FreeResult::done);
    EXPECT_EQ(heap().free(block), FreeResult::freed_twice) << size;
  }
}

TEST_F(ManagedHeapTest, TellsWhereAnAddressLies) {
  using Kind = Placement::Kind;
  for (const std::size_t size : {0U, 1U, 16U, 100U, 4095U, 4096U, 50'000U, 200'000U}) {
    SCOPED_TRACE(size);
    for (const std::size_t alignment : {std::size_t{16}, std::size_t{64}, 4 * kChunkSize}) {
      void* const block = heap().allocate(kFirst, size, alignment);
      const std::uintptr_t begin = number_of(block);
      for (std::size_t at = 0; at <= size; at += size / 7 + 1) {
        const Placement placement = heap().locate(begin + at);
        EXPECT_EQ(placement.kind, Kind::in_use);
        EXPECT_EQ(placement.block, begin);
        EXPECT_EQ(placement.size, size);
      }
      EXPECT_EQ(heap().locate(begin + size).block, begin) << "one past the end is never another's";
      EXPECT_NE(heap().locate(begin - 1).block, begin);
      heap().free(block);
      EXPECT_EQ(heap().locate(begin).kind, Kind::freed);
      EXPECT_EQ(heap().locate(begin + size / 2).kind, Kind::freed);
    }
  }
  const std::uintptr_t base = ManagedHeap::arena_base(kFirst);
  EXPECT_EQ(heap().locate(base).kind, Kind::unusable) << "a header";
  EXPECT_EQ(heap().locate(base + heap().used_bytes(kFirst)).kind, Kind::unknown) << "beyond all";
  EXPECT_EQ(heap().locate(ManagedHeap::arena_base(kTwo)).kind, Kind::unknown);
}

TEST_F(ManagedHeapTest, ChangesTheSizeOfABlockInItsPlace) {
  for (const std::size_t size : {100U, 4000U, 50'000U}) {
    void* const block = heap().allocate(kFirst, size);
    EXPECT_TRUE(heap().resize(block, size + 1));
    EXPECT_EQ(heap().size_of(block), size + 1);
    EXPECT_FALSE(heap().resize(block, 2 * size)) << "no room";
    EXPECT_FALSE(heap().resize(block, size / 4)) << "too much room";
    EXPECT_EQ(heap().size_of(block), size + 1);
    EXPECT_EQ(heap().free(block), FreeResult::done);
  }
}

TEST_F(ManagedHeapTest, NoticesWritesBehindABlock) {
  for (const std::size_t size : {std::size_t{24}, std::size_t{100}, kMiB}) {
    SCOPED_TRACE(size);
    auto* const block = static_cast<char*>(heap().allocate(kFirst, size));
    block[size] = 1;
    EXPECT_EQ(heap().free(block), FreeResult::overrun);
    block[size] = 0;
    EXPECT_EQ(heap().free(block), FreeResult::done);
  }
}

TEST_F(ManagedHeapTest, WhatABlockHeldBeforeItShrankIsNotBehindIt) {
  auto* const block = static_cast<char*>(heap().allocate(kFirst, 60));
  std::memset(block, 1, 60);
  ASSERT_TRUE(heap().resize(block, 50));
  EXPECT_EQ(heap().free(block), FreeResult::done);
}

TEST_F(ManagedHeapTest, NoticesPointersIntoABlock) {
  for (const std::size_t size : {32U, 100U, 4096U, 4097U, 50'000U}) {
    auto* const block = static_cast<char*>(heap().allocate(kFirst, size));
    for (const std::size_t offset : {std::size_t{1}, std::size_t{8}, std::size_t{16}, size / 2}) {
      EXPECT_EQ(heap().free(block + offset), FreeResult::not_a_block) << size << "+" << offset;
    }
    EXPECT_EQ(heap().free(block), FreeResult::done);
  }
}

TEST_F(ManagedHeapTest, DoesNotTrustTheContentOfABlock) {
  // Whatever words the program stored where a header would be, a pointer into the middle is no
  // block.
  constexpr std::size_t kSize = 4 * kChunkSize;
  auto* const block = static_cast<char*>(heap().allocate(kFirst, kSize));
  for (std::uint32_t word = 0; word <= 64; ++word) {
    for (std::size_t at = 0; at < kSize; at += sizeof word)
      std::memcpy(block + at, &word, sizeof word);
    const std::uintptr_t chunk = (number_of(block) + kChunkSize) & ~(kChunkSize - 1);
    for (std::size_t offset = 16; offset <= kChunkSize; offset += 16) {
      ASSERT_EQ(heap().free(reinterpret_cast<void*>(chunk + offset)), FreeResult::not_a_block)
          << "words " << word << ", offset " << offset;
    }
  }
  EXPECT_EQ(heap().free(block), FreeResult::done);
}

TEST_F(ManagedHeapTest, NoticesPointersBetweenAndBeyondBlocks) {
  auto* const block = static_cast<char*>(heap().allocate(kFirst, 4096));
  const std::uintptr_t base = ManagedHeap::arena_base(kFirst);
  for (const std::uintptr_t address :
       {base + 16, base + 32, base + kChunkSize - 16, base + kChunkSize, base + 1000 * kChunkSize,
        ManagedHeap::arena_base(kTwo) + 256}) {
    EXPECT_EQ(heap().free(reinterpret_cast<void*>(address)), FreeResult::not_a_block)
        << address - base;
  }
  EXPECT_EQ(heap().free(block), FreeResult::done);
}

TEST_F(ManagedHeapTest, NoticesTheStartOfAnArena) {
  heap().allocate(kFirst, 16);
  EXPECT_EQ(heap().free(reinterpret_cast<void*>(ManagedHeap::arena_base(kFirst))),
            FreeResult::not_a_block);
}

TEST_F(ManagedHeapTest, GivesEachThreadAnArenaOfItsOwn) {
  for (int round = 0; round < 2000; ++round) {
    for (const ThreadId thread : {kMainThread, kFirst, kTwo, ThreadId{1023}}) {
      const std::uintptr_t block = number_of(heap().allocate(thread, 16U << (round % 12)));
      ASSERT_GE(block, ManagedHeap::arena_base(thread));
      ASSERT_LT(block, ManagedHeap::arena_base(thread) + heap().used_bytes(thread));
      ASSERT_LE(heap().used_bytes(thread), kArenaStride);
    }
  }
  EXPECT_TRUE(ManagedHeap::owns(heap().allocate(ThreadId{1023}, 1)));
  EXPECT_FALSE(ManagedHeap::owns(&kFirst));
}

TEST_F(ManagedHeapTest, DoesNotLetThreadsDisturbEachOther) {
  std::vector<void*> alone;
  for (int i = 0; i < 500; ++i) alone.push_back(heap().allocate(kFirst, 24));
  world().arenas.fill(Arena{});
  for (void* const block : alone) {
    heap().free(heap().allocate(kTwo, 24));
    heap().allocate(kTwo, 24);
    ASSERT_EQ(heap().allocate(kFirst, 24), block);
  }
}

TEST_F(ManagedHeapTest, ZeroesAgainAfterAReset) {
  std::vector<std::pair<void*, std::size_t>> first;
  for (const std::size_t size : {16U, 500U, 4096U, 5000U, 40'000U, 300'000U})
    first.emplace_back(checked_block(size, 16), size);
  world().arenas[index(kFirst)] = Arena{};
  for (const auto& [block, size] : first) EXPECT_EQ(checked_block(size, 16), block);
}

}  // namespace
}  // namespace heddle::native
