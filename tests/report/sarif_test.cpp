// SARIF: findings have the structure of version 2.1.0, relative URIs, and one flow per thread.
#include "report/sarif.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json sarif_document(const std::vector<Finding>& findings, const std::string& root = "/home/me") {
  SarifRun run;
  run.version = "1.2.3";
  run.program = "/home/me/prog";
  run.exit_code = 1;
  run.verdict = "error";
  run.root = SourceRoot(root);
  const std::string text = sarif_json(run, findings);
  EXPECT_TRUE(is_sarif(text));
  return Json::parse(text);
}

Json result_of(const Finding& finding) {
  return sarif_document({finding})["runs"][0]["results"][0];
}

// Two threads that lock two mutexes in opposite order.
TraceBuilder opposite_locks() {
  TraceBuilder builder;
  builder.thread(0);
  builder.thread(1, "teller");
  builder.step(0, OpKind::mutex_lock, 0x10, builder.at(10, "first()"));
  builder.note(0, OpKind::thread_create, 1, builder.at(11, "first()"));
  builder.step(1, OpKind::mutex_lock, 0x20, builder.at(20, "second()"));
  builder.fails(FailureKind::deadlock, "all 2 live threads are blocked", -1, {});
  builder.blocked(0, OpKind::mutex_lock, 0x20, 1, {builder.at(12, "first()", "sub dir/a%.cpp")});
  builder.blocked(1, OpKind::mutex_lock, 0x10, 0, {builder.at(22, "second()")});
  return builder;
}

TEST(Sarif, AThreadFlowHasTheStepsOfItsThreadInTheOrderOfExecution) {
  const TraceBuilder builder = opposite_locks();
  const Json result = result_of(error_finding(builder.trace(), builder.symbols()));
  EXPECT_EQ(result["ruleId"], "deadlock");
  EXPECT_EQ(result["level"], "error");
  EXPECT_THAT(result["message"]["text"], HasSubstr("deadlock"));
  const Json& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0]["id"], "main");
  EXPECT_EQ(flows[1]["id"], "thread 1 (teller)");
  const auto orders = [](const Json& flow) {
    std::vector<int> numbers;
    for (const Json& one : flow["locations"]) numbers.push_back(one["executionOrder"]);
    return numbers;
  };
  EXPECT_EQ(orders(flows[0]), (std::vector<int>{1, 3}));
  EXPECT_EQ(orders(flows[1]), (std::vector<int>{2, 3}));
  const Json& step = flows[1]["locations"][0];
  EXPECT_EQ(step["importance"], "important");
  EXPECT_EQ(step["location"]["message"]["text"], "lock mutex 2");
  EXPECT_EQ(step["location"]["physicalLocation"]["region"]["startLine"], 20);
  EXPECT_EQ(flows[1]["locations"][1]["importance"], "essential");
  EXPECT_EQ(result["relatedLocations"].size(), 2U);
}

TEST(Sarif, FilesUnderTheRootAreRelativeAndOthersAbsolute) {
  const TraceBuilder builder = opposite_locks();
  const Finding finding = error_finding(builder.trace(), builder.symbols());
  const Json inside = sarif_document({finding})["runs"][0];
  const Json& location = inside["results"][0]["locations"][0];
  EXPECT_EQ(location["physicalLocation"]["artifactLocation"]["uri"], "sub%20dir/a%25.cpp");
  EXPECT_EQ(location["physicalLocation"]["artifactLocation"]["uriBaseId"], "SRCROOT");
  EXPECT_EQ(location["logicalLocations"][0]["fullyQualifiedName"], "first");
  EXPECT_EQ(inside["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/");
  const Json outside = sarif_document({finding}, "/home/me/sub")["runs"][0]["results"][0];
  const Json artifact = outside["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(artifact["uri"], "file:///home/me/sub%20dir/a%25.cpp");
  EXPECT_FALSE(artifact.contains("uriBaseId"));
}

TEST(Sarif, EveryKindHasARule) {
  for (int kind = 0; kind <= static_cast<int>(FailureKind::divergence); ++kind) {
    result::FoundError error;
    error.kind = static_cast<FailureKind>(kind);
    error.message = "m";
    const Json run = sarif_document({error_finding(error)})["runs"][0];
    const Json& result = run["results"][0];
    const Json& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
    EXPECT_EQ(rule["id"], result["ruleId"]);
    EXPECT_FALSE(result.contains("locations"));
    EXPECT_FALSE(result.contains("codeFlows"));
  }
}

TEST(Sarif, RacesAndLockOrdersAreWarningsUnlessTheyFailTheRun) {
  result::RunResult run;
  run.races.resize(2);
  run.races[0].variable = "counter";
  run.races[0].later.location = "a.cpp:3 in f";
  run.races[1].later.location = "a.cpp:9 in g";
  run.lock_order = {{{"thread 1", {}, {}}, {"thread 2", {}, {}}}};
  symbolize::Symbolizer symbolizer;
  const std::vector<Finding> findings = warning_findings(run, false, symbolizer);
  const Json results = sarif_document(findings)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["ruleId"], "race");
  EXPECT_EQ(results[0]["level"], "warning");
  EXPECT_THAT(results[0]["message"]["text"], HasSubstr("data race on counter"));
  EXPECT_EQ(results[2]["ruleId"], "lock-order");
  EXPECT_TRUE(warning_findings(run, true, symbolizer)[1].fails_run);
  EXPECT_FALSE(warning_findings(run, true, symbolizer)[2].fails_run);
  // The race that is the error is not listed twice.
  run.error = result::FoundError{};
  run.error->kind = FailureKind::race;
  run.error->location = "a.cpp:9 in g";
  EXPECT_EQ(warning_findings(run, false, symbolizer).size(), 2U);
}

TEST(Sarif, ALongScheduleKeepsItsEnds) {
  TraceBuilder builder;
  builder.thread(0);
  const trace::Place place = builder.at(3, "loop()");
  for (int i = 0; i < 5'100; ++i) builder.step(0, OpKind::yield, 0, place);
  builder.fails(FailureKind::assertion, "x", 0, {place});
  const Json result = result_of(error_finding(builder.trace(), builder.symbols()));
  const Json& steps = result["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(steps.size(), 5'001U);
  EXPECT_EQ(steps[499]["executionOrder"], 500);
  EXPECT_EQ(steps[500]["executionOrder"], 601);
  EXPECT_EQ(steps[5'000]["executionOrder"], 5'101);
  EXPECT_EQ(result["properties"]["omittedSteps"], 100);
}

TEST(Sarif, InvalidBytesAreReplaced) {
  Finding finding;
  finding.rule = "crash";
  finding.message = "bad \xff byte";
  finding.at = {"/home/me/\xff\n.cpp", 1, "f\xfe"};
  const Json result = result_of(finding);
  EXPECT_EQ(result["message"]["text"], "bad \xef\xbf\xbd byte");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "%FF%0A.cpp");
}

TEST(Sarif, DocumentsOfOthersAreNotOurs) {
  EXPECT_FALSE(is_sarif(""));
  EXPECT_FALSE(is_sarif("[]"));
  EXPECT_FALSE(is_sarif("{\"runs\":[{\"tool\":{\"driver\":{\"name\":\"clang\"}}}]}"));
  EXPECT_FALSE(is_sarif("{\"runs\":{\"0\":3}}"));
}

TEST(SourceRoot, FindsFilesInside) {
  EXPECT_EQ(SourceRoot("/a/b/").inside("/a/b/../b/c/d.cpp"), "c/d.cpp");
  EXPECT_EQ(SourceRoot("/a/b").inside("/a/bc/d.cpp"), "");
  EXPECT_EQ(SourceRoot("/").inside("/a.cpp"), "a.cpp");
  EXPECT_EQ(SourceRoot("").inside("/a.cpp"), "");
}

}  // namespace
}  // namespace heddle::report
