// Stacks are at fixed addresses, whole, apart, and end in memory that nobody mapped.
#include "native/fiber/fiber_stack.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>

#include "native/memory_layout.hpp"

namespace heddle::native {
namespace {

std::uintptr_t top_of(ThreadId thread) {
  return reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread));
}

bool is_mapped(std::uintptr_t page) {
  unsigned char resident = 0;
  return ::mincore(reinterpret_cast<void*>(page & ~std::uintptr_t{4095}), 1, &resident) == 0;
}

TEST(FiberStack, IsAtItsFixedAddress) {
  for (const std::size_t i : {0U, 1U, 7U, 1023U}) {
    EXPECT_EQ(top_of(thread_id(i)), kStackBase + (i + 1) * kStackStride);
    EXPECT_EQ(top_of(thread_id(i)), kStackBase + (i + 1) * kStackStride) << "the second time";
  }
}

TEST(FiberStack, CanBeUsedWhole) {
  const std::uintptr_t top = top_of(ThreadId{2});
  EXPECT_EQ(top % 16, 0U);
  auto* const last = reinterpret_cast<char*>(top - 1);
  auto* const first = reinterpret_cast<char*>(top - kStackSize);
  *last = 1;
  *first = 2;
  EXPECT_EQ(*last, 1);
  EXPECT_EQ(*first, 2);
}

TEST(FiberStack, HasAGuardBelow) {
  const ThreadId thread{3};
  const std::uintptr_t top = top_of(thread);
  for (const std::uintptr_t address : {top - kStackSize - 1, top - kStackStride}) {
    EXPECT_TRUE(in_stack_guard(thread, address));
    EXPECT_FALSE(is_mapped(address));
  }
  for (const std::uintptr_t address :
       {top - kStackSize, top - 1, top, top - kStackStride - 1, std::uintptr_t{0}}) {
    EXPECT_FALSE(in_stack_guard(thread, address));
  }
  EXPECT_FALSE(in_stack_guard(ThreadId{4}, top - kStackSize - 1)) << "somebody else's guard";
}

}  // namespace
}  // namespace heddle::native
