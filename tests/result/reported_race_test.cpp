#include "result/reported_race.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "result/run_result.hpp"

namespace heddle::result {
namespace {

ReportedRace a_reported_race() {
  ReportedRace race;
  race.variable = "counter";
  race.earlier = {"main", "write", 4, false, "a.cpp:1 in f", {"a.cpp:1 in f", "a.cpp:9 in main"}};
  race.later = {"thread 1", "free", 8, true, "a.cpp:2 in g", {"a.cpp:2 in g"}};
  race.missing = "no lock comes between the two";
  return race;
}

TEST(ReportedRace, IsPartOfTheResult) {
  RunResult result;
  result.races = {a_reported_race()};
  result.suppressed_races = 3;
  const Result<RunResult> read = run_result_from_json(to_json(result));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->races, result.races);
  EXPECT_EQ(read->suppressed_races, 3U);
}

TEST(ReportedRace, HasStableNamesInTheJson) {
  const nlohmann::ordered_json json = to_json(a_reported_race());
  EXPECT_EQ(json["variable"], "counter");
  EXPECT_EQ(json["earlier"]["location"], "a.cpp:1 in f");
  EXPECT_EQ(json["earlier"]["stack"].size(), 2U);
  EXPECT_EQ(json["later"]["access"], "free");
  EXPECT_EQ(json["later"]["atomic"], true);
  EXPECT_EQ(json["missing"], "no lock comes between the two");
}

TEST(ReportedRace, ARaceThatIsNoObjectIsRefused) {
  EXPECT_FALSE(run_result_from_json(R"({"verdict": "complete", "races": ["a"]})").ok());
}

}  // namespace
}  // namespace heddle::result
