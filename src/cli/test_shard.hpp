// Honours the environment variables of GoogleTest that choose tests for a process.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/test_framework.hpp"

namespace heddle::cli {

// This process runs the tests whose number modulo `count` is `index`.
struct TestShard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

// Reads GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX and removes them from the environment: a process
// that runs a single test would leave it to another shard.  Invalid values mean no shards.
TestShard take_test_shard();

// Removes the tests of other shards.  Enables disabled tests if GTEST_ALSO_RUN_DISABLED_TESTS is
// set.
void apply_google_environment(const TestShard& shard, std::vector<ListedTest>& tests);

}  // namespace heddle::cli
