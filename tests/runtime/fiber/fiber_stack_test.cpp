// Stacks are at fixed addresses, whole, apart, and end in memory that nobody mapped.
#include "runtime/fiber/fiber_stack.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "runtime/memory_layout.hpp"
#include "snapshot/dirty_pages.hpp"
#include "snapshot/faults.hpp"

namespace heddle::native {
namespace {

std::uintptr_t top_of(ThreadId thread) {
  return reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread));
}

bool is_mapped(std::uintptr_t page) {
  unsigned char resident = 0;
  return ::mincore(reinterpret_cast<void*>(page & ~std::uintptr_t{4095}), 1, &resident) == 0;
}

TEST(FiberStack, IsAtAnAddressOfItsOwn) {
  for (const std::size_t i : {0U, 1U, 7U, 1023U}) {
    const std::uintptr_t end = kStackBase + (i + 1) * kStackStride;
    const std::uintptr_t top = top_of(thread_id(i));
    EXPECT_LE(top, end);
    EXPECT_GT(top, end - (16 << 10)) << "little is lost";
    EXPECT_EQ(top_of(thread_id(i)), top) << "the second time";
  }
  EXPECT_NE(top_of(thread_id(1)) % 4096, top_of(thread_id(2)) % 4096) << "stacks lie unlike";
}

TEST(FiberStack, CanBeUsedWhole) {
  DirtyPages none;
  const Faults faults(none);
  const std::uintptr_t top = top_of(ThreadId{2});
  EXPECT_EQ(top % 16, 0U);
  auto* const last = reinterpret_cast<char*>(top - 1);
  auto* const first = reinterpret_cast<char*>(top - kStackSize);
  *last = 1;
  *first = 2;
  EXPECT_EQ(*last, 1);
  EXPECT_EQ(*first, 2);
}

TEST(FiberStack, IsZeroBelowThePointerOnceItIsCleaned) {
  DirtyPages none;
  const Faults faults(none);
  const ThreadId thread{5};
  const std::uintptr_t top = top_of(thread);
  // More often than it takes to give deep pages back to the system, and at different depths.
  for (std::size_t round = 0; round < 600; ++round) {
    const std::size_t depth = round % 7 == 0 ? std::size_t{40} << 10 : 700 + round;
    const std::uintptr_t pointer = top - 64 - 16 * (round % 50);
    note_stack_use(thread);
    for (std::size_t at = 1; at <= depth; at += 97) *reinterpret_cast<char*>(top - at) = 1;
    const char kept = *reinterpret_cast<char*>(pointer);
    clean_stack(thread, pointer);
    ASSERT_EQ(*reinterpret_cast<char*>(pointer), kept) << "what lives stays";
    for (std::uintptr_t at = (top - depth) & ~std::uintptr_t{7}; at + 8 <= pointer; at += 8) {
      ASSERT_EQ(*reinterpret_cast<std::uint64_t*>(at), 0U) << round;
    }
  }
}

TEST(FiberStack, IsCleanedFromWhereItWasCleanBefore) {
  DirtyPages none;
  const Faults faults(none);
  const ThreadId thread{6};
  const std::uintptr_t top = top_of(thread);
  note_stack_use(thread);
  clean_stack(thread, top - 512);
  // What lived there is dead when the thread goes on at a higher address.
  std::memset(reinterpret_cast<void*>(top - 512), 7, 256);
  clean_stack(thread, top - 256);
  for (std::uintptr_t at = top - 512; at < top - 256; ++at) {
    ASSERT_EQ(*reinterpret_cast<char*>(at), 0);
  }
}

TEST(FiberStack, HasAGuardBelow) {
  const ThreadId thread{3};
  const std::uintptr_t top = top_of(thread);
  // The place where a stack begins differs from thread to thread by up to 16 KiB.
  const std::uintptr_t begin = kStackBase + index(thread) * kStackStride;
  const std::uintptr_t below = top - kStackSize - (16 << 10) - 1;
  for (const std::uintptr_t address : {below, begin}) {
    EXPECT_TRUE(in_stack_guard(thread, address));
    EXPECT_FALSE(is_mapped(address));
  }
  for (const std::uintptr_t address :
       {top - kStackSize, top - 1, top, begin - 1, std::uintptr_t{0}}) {
    EXPECT_FALSE(in_stack_guard(thread, address));
  }
  EXPECT_FALSE(in_stack_guard(ThreadId{4}, below)) << "somebody else's guard";
}

}  // namespace
}  // namespace heddle::native
