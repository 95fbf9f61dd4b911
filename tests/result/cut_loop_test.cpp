// The loop of an execution that was cut goes from the worker to its watcher, and to the JSON.
#include "result/cut_loop.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "result/run_result.hpp"

namespace heddle::result {
namespace {

CutLoop sample() {
  return {30'004, {{"thread 1", "", {{"/tmp/program", 0x1234}, {"", 7}}}, {"main", "", {}}}};
}

TEST(CutLoopTest, GoesToTheWatcherWithItsStacks) {
  EXPECT_EQ(cut_loop_from_json(found_json(sample())), sample());
}

TEST(CutLoopTest, GoesToTheJsonWithItsPlaces) {
  RunResult result;
  result.cut_loop = CutLoop{30'004, {{"thread 1", "a.cpp:7 in work", {}}}};
  const Result<RunResult> read = run_result_from_json(to_json(result));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->cut_loop, result.cut_loop);
}

TEST(CutLoopTest, IsNotInTheJsonOfOtherRuns) {
  EXPECT_EQ(to_json(RunResult{}).find("cut_loop"), std::string::npos);
  EXPECT_FALSE(run_result_from_json(to_json(RunResult{}))->cut_loop.has_value());
}

TEST(CutLoopTest, TakesGarbageForNothing) {
  for (const char* text : {"3", "[]", "{\"threads\": 3}", "{\"ends_after\": -1}"}) {
    EXPECT_EQ(cut_loop_from_json(nlohmann::json::parse(text)), CutLoop{}) << text;
  }
  EXPECT_EQ(cut_loop_from_json(nlohmann::json::parse("{\"threads\": [1]}")).threads.size(), 1U);
}

}  // namespace
}  // namespace heddle::result
