#include "result/found_race.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "result/worker_report.hpp"

namespace heddle::result {
namespace {

FoundRace a_race() {
  FoundRace race;
  race.earlier = {"main", 4, true, false, false, {{"/bin/prog", 16}, {"", 0}}, {"/bin/prog", 17}};
  race.later = {"thread 2", 8, false, true, false, {{"/bin/prog", 32}}, {}};
  race.had_heard = true;
  race.variable = {"/bin/prog", 4096};
  race.memory = "the stack of main";
  return race;
}

TEST(FoundRace, IsReadAsItWasWritten) {
  EXPECT_EQ(found_race_from_json(to_json(a_race())), a_race());
}

TEST(FoundRace, ComesWithTheWorkersReport) {
  WorkerReport report;
  report.result.found_races = {a_race()};
  const Result<WorkerReport> read = worker_report_from_json(to_json(report));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->result.found_races, report.result.found_races);
}

TEST(FoundRace, GarbageIsNoRace) {
  EXPECT_EQ(found_race_from_json(nlohmann::json::array()), FoundRace{});
}

}  // namespace
}  // namespace heddle::result
