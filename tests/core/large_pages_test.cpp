#include "core/large_pages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace heddle {
namespace {

TEST(LargePages, HoldWhatIsPutThereWhateverTheSize) {
  std::vector<std::uint64_t, LargePages<std::uint64_t>> numbers;
  // Grows from less than one page over a few.
  for (std::uint64_t i = 0; i < 1'000'000; ++i) numbers.push_back(i);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}),
            std::uint64_t{999'999} * 500'000);
}

TEST(LargePages, BeginAtOneWhereOneIsFilled) {
  LargePages<std::uint64_t> pages;
  const std::size_t count = kLargePage / sizeof(std::uint64_t);
  std::uint64_t* const table = pages.allocate(count);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table) % kLargePage, 0U);
  pages.deallocate(table, count);
}

}  // namespace
}  // namespace heddle
