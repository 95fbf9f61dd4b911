// GoogleTest's shards divide the tests of a program among processes.
#include "cli/test_shard.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

namespace heddle::cli {
namespace {

class TestShards : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) unsetenv(name);
  }
  void TearDown() override { unsetenv("GTEST_ALSO_RUN_DISABLED_TESTS"); }

  static TestShard shard(const char* count, const char* index) {
    setenv("GTEST_TOTAL_SHARDS", count, 1);
    setenv("GTEST_SHARD_INDEX", index, 1);
    return take_test_shard();
  }

  static std::vector<ListedTest> tests() {
    std::vector<ListedTest> tests(7);
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i].name = std::to_string(i);
    tests[3].is_disabled = true;
    return tests;
  }
};

TEST_F(TestShards, EachTestIsInOneShard) {
  std::multiset<std::string> names;
  for (const char* index : {"0", "1", "2"}) {
    std::vector<ListedTest> own = tests();
    apply_google_environment(shard("3", index), own);
    for (const ListedTest& test : own) names.insert(test.name);
  }
  EXPECT_EQ(names, (std::multiset<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

TEST_F(TestShards, TheVariablesAreRemoved) {
  shard("3", "1");
  EXPECT_EQ(std::getenv("GTEST_TOTAL_SHARDS"), nullptr);
  EXPECT_EQ(std::getenv("GTEST_SHARD_INDEX"), nullptr);
}

TEST_F(TestShards, InvalidValuesMeanNoShards) {
  for (const auto& [count, index] : {std::pair("0", "0"), {"2", "2"}, {"x", "0"}, {"2", "-1"}}) {
    std::vector<ListedTest> own = tests();
    apply_google_environment(shard(count, index), own);
    EXPECT_EQ(own.size(), 7U) << count << ' ' << index;
  }
}

TEST_F(TestShards, DisabledTestsCanBeEnabled) {
  std::vector<ListedTest> own = tests();
  apply_google_environment({}, own);
  EXPECT_TRUE(own[3].is_disabled);
  setenv("GTEST_ALSO_RUN_DISABLED_TESTS", "1", 1);
  apply_google_environment({}, own);
  EXPECT_FALSE(own[3].is_disabled);
}

}  // namespace
}  // namespace heddle::cli
