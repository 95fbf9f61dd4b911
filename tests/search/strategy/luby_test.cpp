// The generator against the definition.
#include "search/strategy/luby.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

// l(i) = 2^(n-1) if i = 2^n - 1; l(i - 2^(n-1) + 1) if 2^(n-1) <= i < 2^n - 1.
std::uint64_t defined(std::uint64_t i) {
  std::uint64_t power = 1;
  while (2 * power - 1 < i) power *= 2;
  return 2 * power - 1 == i ? power : defined(i - power + 1);
}

TEST(Luby, FollowsItsDefinition) {
  Luby luby;
  for (std::uint64_t i = 1; i <= 1'000; ++i) ASSERT_EQ(luby.next(), defined(i)) << i;
}

}  // namespace
}  // namespace heddle::search
