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
  race.place = {"/bin/prog", 4096};
  race.memory = "the stack of main";
  race.address = 0x2000;
  CodeExcerpt& around = race.around.emplace_back();
  around.frames.push_back({kMainThread, {"/bin/prog", 64}, 0x2000, 0x2100, {1, 2, 3}});
  around.blocks = {{0x3000, 24}, {0x4000, 8}};
  around.pointers = {{{"/bin/prog", 4096}, 0x3008}, {{"", 0x2010}, 0x4000}};
  return race;
}

TEST(FoundRace, IsReadAsItWasWritten) {
  EXPECT_EQ(found_race_from_json(found_json(a_race())), a_race());
}

TEST(FoundRace, ComesWithTheWorkersReport) {
  WorkerReport report;
  report.result.races = {a_race()};
  const Result<WorkerReport> read = worker_report_from_json(to_json(report));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->result.races, report.result.races);
}

FoundRace a_located_race() {
  FoundRace race;
  race.variable = "counter";
  race.earlier = {.thread = "main",
                  .size = 4,
                  .writes = true,
                  .location = "a.cpp:1 in f",
                  .calls = {"a.cpp:1 in f", "a.cpp:9 in main"}};
  race.later = {.thread = "thread 1",
                .size = 8,
                .is_atomic = true,
                .frees = true,
                .location = "a.cpp:2 in g",
                .calls = {"a.cpp:2 in g"}};
  race.missing = "no lock comes between the two";
  return race;
}

TEST(FoundRace, IsPartOfTheResult) {
  RunResult result;
  result.races = {a_located_race()};
  result.suppressed_races = 3;
  const Result<RunResult> read = run_result_from_json(to_json(result));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->races, result.races);
  EXPECT_EQ(read->suppressed_races, 3U);
}

TEST(FoundRace, HasStableNamesInTheJson) {
  const nlohmann::ordered_json json = to_json(a_located_race());
  EXPECT_EQ(json["variable"], "counter");
  EXPECT_EQ(json["earlier"]["location"], "a.cpp:1 in f");
  EXPECT_EQ(json["earlier"]["stack"].size(), 2U);
  EXPECT_EQ(json["earlier"]["access"], "write");
  EXPECT_EQ(json["later"]["access"], "free");
  EXPECT_EQ(json["later"]["atomic"], true);
  EXPECT_EQ(json["missing"], "no lock comes between the two");
}

FoundRace a_race_of_descriptors() {
  FoundRace race;
  race.memory = "descriptor 5";
  race.earlier = {.thread = "main", .descriptor = DescriptorUse::use};
  race.later = {.thread = "thread 1", .writes = true, .descriptor = DescriptorUse::close};
  return race;
}

TEST(FoundRace, NamesTheUsesOfADescriptor) {
  const FoundRace race = a_race_of_descriptors();
  const nlohmann::ordered_json json = to_json(race);
  EXPECT_EQ(json["earlier"]["access"], "use");
  EXPECT_EQ(json["later"]["access"], "close");
  EXPECT_EQ(access_phrase(race.later), "closes it");
  EXPECT_EQ(race_from_json(json).later, race.later);
  EXPECT_EQ(found_race_from_json(found_json(race)), race);
}

TEST(FoundRace, ARaceThatIsNoObjectIsRefused) {
  EXPECT_FALSE(run_result_from_json(R"({"verdict": "complete", "races": ["a"]})").ok());
}

TEST(FoundRace, GarbageIsNoRace) {
  EXPECT_EQ(found_race_from_json(nlohmann::json::array()), FoundRace{});
}

}  // namespace
}  // namespace heddle::result
