// Functions as the unwinder's tables describe them.
#include "snapshot/liveness/function_part.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace heddle::native {
namespace {

std::uintptr_t g_after = 0;

[[gnu::noinline]] void throw_if(bool throws) {
  g_after =
      reinterpret_cast<std::uintptr_t>(__builtin_extract_return_addr(__builtin_return_address(0)));
  if (throws) throw std::runtime_error("thrown");
}

volatile int g_caught = 0;

[[gnu::noinline]] int catches(bool throws) {
  try {
    throw_if(throws);
  } catch (const std::runtime_error&) {
    g_caught = g_caught + 1;
    return 1;
  }
  g_caught = g_caught + 2;
  return 2;
}

[[gnu::noinline]] int lets_through() {
  throw_if(false);
  g_caught = g_caught + 3;
  return 3;
}

TEST(FunctionPart, KnowsWhereExceptionsAreCaught) {
  EXPECT_EQ(catches(false), 2);
  const std::uintptr_t after = g_after;
  const auto part = FunctionPart::around(after - 1);
  ASSERT_TRUE(part.has_value());
  EXPECT_TRUE(part->holds(after - 1));
  const auto pad = part->landing_pad(after);
  ASSERT_TRUE(pad.has_value());
  EXPECT_NE(*pad, 0U);
  EXPECT_NE(*pad, after);
  // In the same function, or in the part of it that is hardly ever needed.
  EXPECT_TRUE(FunctionPart::around(*pad).has_value());
  EXPECT_EQ(catches(true), 1);
}

TEST(FunctionPart, KnowsThatNothingIsCaught) {
  lets_through();
  const auto part = FunctionPart::around(g_after - 1);
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->landing_pad(g_after), std::uintptr_t{0});
}

TEST(FunctionPart, EndsWhereTheFunctionDoes) {
  lets_through();
  const auto part = FunctionPart::around(g_after - 1);
  ASSERT_TRUE(part.has_value());
  EXPECT_FALSE(part->holds(part->end()));
  EXPECT_TRUE(part->holds(part->end() - 1));
  EXPECT_LT(part->end() - (g_after - 1), 4096U);
}

TEST(FunctionPart, IsNotFoundOutsideOfCode) {
  int variable = 0;
  EXPECT_FALSE(FunctionPart::around(reinterpret_cast<std::uintptr_t>(&variable)).has_value());
}

}  // namespace
}  // namespace heddle::native
