// Random programs are as small as promised, repeat for a seed, and show what their family is for.
#include "model/random_program.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/oracle.hpp"

namespace heddle::model {
namespace {

class RandomProgramTest : public testing::TestWithParam<Family> {};

TEST_P(RandomProgramTest, IsSmallAndRepeatable) {
  Random random(9);
  Random again(9);
  std::set<std::string> different;
  for (int i = 0; i < 100; ++i) {
    const Program program = random_program(GetParam(), random);
    EXPECT_EQ(program, random_program(GetParam(), again));
    EXPECT_GE(program.threads.size(), 2U);
    EXPECT_LE(program.threads.size(), 4U);
    for (const auto& thread : program.threads) EXPECT_FALSE(thread.empty());
    const Result<Program> read = parse_program(to_text(program));
    ASSERT_TRUE(read.ok()) << read.sentence();
    different.insert(to_text(program));
  }
  EXPECT_GT(different.size(), 80U);
}

INSTANTIATE_TEST_SUITE_P(Families, RandomProgramTest, testing::ValuesIn(kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

TEST(RandomProgram, DeadlocksNowAndThen) {
  for (const Family family : {Family::lock, Family::semaphore, Family::condition, Family::rwlock,
                              Family::barrier, Family::await}) {
    Random random(1);
    std::size_t deadlocking = 0;
    for (int i = 0; i < 60; ++i) {
      const OracleResult result = enumerate(random_program(family, random), {.max_schedules = 500});
      deadlocking += result.deadlock_traces().empty() ? 0U : 1U;
    }
    EXPECT_GT(deadlocking, 0U) << name(family);
  }
}

TEST(RandomProgram, FailsAssertionsNowAndThen) {
  Random random(2);
  std::size_t failing = 0;
  for (int i = 0; i < 60; ++i) {
    const OracleResult result =
        enumerate(random_program(Family::choose, random), {.max_schedules = 500});
    failing += result.failures().empty() ? 0U : 1U;
  }
  EXPECT_GT(failing, 0U);
}

}  // namespace
}  // namespace heddle::model
