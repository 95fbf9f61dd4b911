// Which runs of a cell are made and which of them count.
#include "study/cell_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;

PlannedCell cell_with(std::vector<std::uint64_t> seeds, std::optional<std::uint64_t> until_found) {
  PlannedCell cell;
  cell.seeds = std::move(seeds);
  cell.until_found = until_found;
  return cell;
}

TEST(CellProgress, WithoutARuleEverySeedIsRun) {
  const PlannedCell cell = cell_with({3, 5}, std::nullopt);
  CellProgress progress(cell);
  EXPECT_EQ(progress.next(false), 3U);
  progress.start(3);
  EXPECT_EQ(progress.next(false), 5U);
  progress.start(5);
  EXPECT_EQ(progress.next(true), std::nullopt);
  progress.record(5, true);
  EXPECT_FALSE(progress.finished());
  progress.record(3, true);
  EXPECT_TRUE(progress.finished());
  EXPECT_THAT(progress.counted(), ElementsAre(3U, 5U));
}

TEST(CellProgress, OnlyTheEagerStartWhatMayNotCount) {
  const PlannedCell cell = cell_with({1, 2, 3, 4}, 2);
  CellProgress progress(cell);
  progress.start(1);
  EXPECT_EQ(progress.next(false), 2U);
  progress.start(2);
  EXPECT_EQ(progress.next(false), std::nullopt);
  EXPECT_EQ(progress.next(true), 3U);
  progress.record(1, false);
  EXPECT_EQ(progress.next(false), 3U);
}

TEST(CellProgress, TheLowestSeedsCount) {
  const PlannedCell cell = cell_with({1, 2, 3, 4}, 1);
  CellProgress progress(cell);
  for (const std::uint64_t seed : {1U, 2U, 3U}) progress.start(seed);
  progress.record(3, true);
  EXPECT_FALSE(progress.finished()) << "1 or 2 may still find it";
  EXPECT_EQ(progress.next(true), std::nullopt);
  progress.record(1, false);
  progress.record(2, true);
  EXPECT_TRUE(progress.finished());
  EXPECT_THAT(progress.counted(), ElementsAre(1U, 2U));
}

TEST(CellProgress, ExpectsTheShareThatWasSeen) {
  const PlannedCell cell = cell_with({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 4);
  CellProgress progress(cell);
  EXPECT_DOUBLE_EQ(progress.expected_left(), 4);
  progress.record(1, true);
  progress.record(2, false);
  progress.record(3, false);
  EXPECT_DOUBLE_EQ(progress.expected_left(), 6);
  EXPECT_EQ(progress.made(), 3U);
}

// However many run at once and whichever ends first, the same runs count.
TEST(CellProgress, CountsWhatASequentialStudyCounts) {
  Random random(1);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::uint64_t> seeds(1 + random.below(12));
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = 2 * i;
    const std::uint64_t finds = random.below(1U << 12U);
    const auto finds_error = [&](std::uint64_t seed) { return ((finds >> (seed / 2)) & 1U) != 0; };
    const PlannedCell cell = cell_with(seeds, 1 + random.below(4));
    CellProgress alone(cell);
    while (const auto seed = alone.next(false)) alone.record(*seed, finds_error(*seed));
    EXPECT_TRUE(alone.finished());
    CellProgress together(cell);
    std::vector<std::uint64_t> running;
    while (!together.finished()) {
      const auto seed = together.next(random.below(2) == 0);
      if (seed && running.size() < 4 && random.below(2) == 0) {
        together.start(*seed);
        running.push_back(*seed);
      } else if (!running.empty()) {
        const auto ended =
            running.begin() + static_cast<std::ptrdiff_t>(random.below(running.size()));
        together.record(*ended, finds_error(*ended));
        running.erase(ended);
      }
    }
    EXPECT_EQ(together.counted(), alone.counted());
  }
}

}  // namespace
}  // namespace heddle::study
