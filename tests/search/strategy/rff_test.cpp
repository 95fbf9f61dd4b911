// Reads-from fuzzing draws every schedule, and finds rare reads-from combinations early.
#include "search/strategy/rff.hpp"

#include <gtest/gtest.h>

#include "search/recipes/recipes.hpp"
#include "search/strategy/sampled.hpp"

namespace heddle::search {
namespace {

// Nothing is shared, so no constraint exists.
TEST(ReadsFromFuzzing, IsPartialOrderSamplingWithoutConstraints) {
  const Samples samples = sample("W x / W y / W z", rff({.seed = 1}), 4'000);
  EXPECT_EQ(samples.schedules.size(), 6U);
  EXPECT_LT(Samples::chi_square(samples.schedules, 6), 20) << "5 degrees of freedom";
}

TEST(ReadsFromFuzzing, DrawsEverySchedule) {
  // 4! / (2! 2!) and 6! / (2! 2! 2!).
  EXPECT_EQ(sample("W x;R x / W x;R x", rff({.seed = 2}), 500).schedules.size(), 6U);
  EXPECT_EQ(sample("W x;R y / W y;R x / A x;R y", rff({.seed = 3}), 40'000).schedules.size(), 90U);
  EXPECT_EQ(sample("L m;W x;U m / L m;R x;U m", rff({.seed = 4}), 200).schedules.size(), 2U);
}

// Returns the executions up to the first that fails, profiling included.
std::uint64_t executions_to_error(const char* program, Result<Recipe> recipe) {
  class First final : public SearchObserver {
   public:
    bool failed(const Path&, const Failure&) override { return false; }
  };
  model::ModelSystem system(*model::parse_program(program), model::ModelSystem::kNoLimit);
  First first;
  Explorer explorer(system, std::move(*recipe), {.executions = 2'000}, first);
  explorer.explore();
  return explorer.tally().executions;
}

// The reader must see the first write of one writer and the second write of no writer.
TEST(ReadsFromFuzzing, FindsAReadBetweenManyWritersSoon) {
  const char* program =
      "W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / "
      "W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / W x 1;W y 1 / "
      "W z;W z;W z;W z;W z;W z;R x;SKE 0 2;R y;AS 0";
  std::uint64_t guided = 0;
  std::uint64_t plain = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    guided += executions_to_error(program, rff({.seed = seed}));
    plain += executions_to_error(program, pos({.seed = seed}));
  }
  EXPECT_LT(guided, 20U * 40);
  EXPECT_LT(guided * 3, plain);
}

TEST(ReadsFromFuzzing, RepeatsItselfBySeed) {
  const char* program = "W x;R y;W x / W y;R x;W y / A x";
  const auto draw = [&](std::uint64_t seed) { return sample(program, rff({.seed = seed}), 200); };
  EXPECT_EQ(draw(4).schedules, draw(4).schedules);
  EXPECT_NE(draw(4).schedules, draw(5).schedules);
}

TEST(ReadsFromFuzzing, LetsSpinningThreadsEnd) {
  for (const char* program : {"R x;SKE 1 2;Y;JB 0 3 / W y;W x 1", "R x;JB 0 1 / W y;W x 1"}) {
    const Samples samples = sample(program, rff({.seed = 5}), 500, 20'000);
    EXPECT_EQ(samples.tally.cut, 0U) << program;
  }
}

}  // namespace
}  // namespace heddle::search
