// Output files: checked without a change, never written over a stranger's.
#include "cli/output_files.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "report/junit.hpp"
#include "report/perfetto.hpp"
#include "report/sarif.hpp"
#include "result/run_result.hpp"
#include "result/test_result.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// Each test works in a folder of its own.
class OutputFiles : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle_output_XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    former_ = fs::current_path();
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(former_);
    fs::remove_all(folder_);
  }

  fs::path folder_;
  fs::path former_;
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// As the ranks of an MPI job do.
TEST_F(OutputFiles, AreCheckedBySeveralProcessesAtOnce) {
  std::atomic<int> refusals = 0;
  std::vector<std::thread> ranks;
  for (int i = 0; i < 4; ++i) {
    ranks.emplace_back([&] {
      for (int j = 0; j < 2000; ++j) {
        if (!check_outputs({{"--json", "result.json"}}, "/bin/true", false).ok()) ++refusals;
      }
    });
  }
  for (std::thread& rank : ranks) rank.join();
  EXPECT_EQ(refusals, 0);
  EXPECT_FALSE(fs::exists("result.json"));
}

TEST_F(OutputFiles, ALinkToNothingIsRefused) {
  fs::create_symlink("nowhere/result.json", "link.json");
  EXPECT_FALSE(check_outputs({{"--json", "link.json"}}, "/bin/true", false).ok());
}

Status check(const std::string& path, bool force = false) {
  return check_outputs({{"--json", path}}, "program", force);
}

TEST_F(OutputFiles, TheCheckLeavesNoMark) {
  EXPECT_TRUE(check("new").ok());
  EXPECT_FALSE(fs::exists("new"));
  ASSERT_TRUE(write_file("old", "text").ok());
  EXPECT_TRUE(check("old", true).ok());
  EXPECT_EQ(content("old"), "text");
  EXPECT_FALSE(check("no/such/folder").ok());
  EXPECT_FALSE(check(".").ok());
  EXPECT_TRUE(check("/dev/null").ok());
}

TEST_F(OutputFiles, OnlyWhatHeddleWroteIsOverwrittenWithoutForce) {
  ASSERT_TRUE(write_file("diary", "{\"text\": 1}").ok());
  EXPECT_FALSE(check("diary").ok());
  EXPECT_TRUE(check("diary", true).ok());
  ASSERT_TRUE(write_file("empty", "").ok());
  EXPECT_TRUE(check("empty").ok());
  ASSERT_TRUE(write_file("result", result::to_json(result::RunResult{})).ok());
  EXPECT_TRUE(check("result").ok());
  ASSERT_TRUE(trace::write_trace(trace::Trace{}, "trace").ok());
  EXPECT_TRUE(check("trace").ok());
}

TEST_F(OutputFiles, NoTwoOutputsAreOneFile) {
  const auto both = [](const std::string& json, const std::string& trace) {
    return check_outputs({{"--json", json}, {"--trace", trace}}, "program", true).ok();
  };
  EXPECT_TRUE(both("a", "b"));
  EXPECT_FALSE(both("a", "./a"));
  EXPECT_TRUE(both("", ""));
  EXPECT_TRUE(both("/dev/null", "/dev/null"));
  ASSERT_TRUE(write_file("a", "").ok());
  fs::create_hard_link("a", "b");
  EXPECT_FALSE(both("a", "b"));
  fs::create_symlink("c", "d");
  EXPECT_FALSE(both("c", "d"));
}

TEST_F(OutputFiles, TheProgramIsNeverOverwritten) {
  ASSERT_TRUE(write_file("program", "").ok());
  EXPECT_FALSE(check("program", true).ok());
  fs::create_symlink("program", "link");
  EXPECT_FALSE(check("link", true).ok());
}

TEST_F(OutputFiles, TheTraceTakesTheProgramsName) {
  EXPECT_EQ(default_trace_path("/some/where/queue"), "heddle-queue.trace");
}

TEST_F(OutputFiles, OnlyTracesAreWrittenOver) {
  ASSERT_TRUE(write_file("heddle-queue.trace", "a diary").ok());
  ASSERT_TRUE(write_file("heddle-queue-2.trace", "another").ok());
  EXPECT_EQ(default_trace_path("queue"), "heddle-queue-3.trace");
  ASSERT_TRUE(trace::write_trace(trace::Trace{}, "heddle-queue-2.trace").ok());
  EXPECT_EQ(default_trace_path("queue"), "heddle-queue-2.trace");
}

TEST_F(OutputFiles, AFailedWriteIsASentence) {
  EXPECT_FALSE(write_file("no/such/folder", "x").ok());
  EXPECT_FALSE(write_file("/dev/full", "x").ok());
}

TEST_F(OutputFiles, TracesOfTestsHavePlainAndDistinctNames) {
  EXPECT_EQ(test_trace_path("", "/bin/queue_test", "Queue.Pops/0", {}),
            "heddle-queue_test-Queue.Pops_0.trace");
  EXPECT_EQ(test_trace_path("folder", "t", "a, [b] ../\x01\"*", {}),
            "folder/heddle-t-a___b__..____.trace");
  EXPECT_EQ(test_trace_path("", "t", "a b", {"heddle-t-a_b.trace"}), "heddle-t-a_b-2.trace");
  std::ofstream("heddle-t-mine.trace") << "not a trace";
  EXPECT_EQ(test_trace_path("", "t", "mine", {}), "heddle-t-mine-2.trace");
  EXPECT_LT(test_trace_path("", "t", std::string(5000, 'x'), {}).size(), 200U);
}

TEST_F(OutputFiles, ReportsOfTestsAreOverwritten) {
  result::TestReport report;
  ASSERT_TRUE(write_file("tests.json", result::to_json(report)).ok());
  ASSERT_TRUE(write_file("tests.xml", report::junit_xml(report)).ok());
  EXPECT_TRUE(check_outputs({{"--json", "tests.json"}, {"--junit", "tests.xml"}}, "", false).ok());
  ASSERT_TRUE(write_file("other.xml", "<?xml version=\"1.0\"?><testsuites/>").ok());
  EXPECT_FALSE(check_outputs({{"--junit", "other.xml"}}, "", false).ok());
}

TEST_F(OutputFiles, FindingsAreOverwritten) {
  ASSERT_TRUE(write_file("a.sarif", report::sarif_json({}, {})).ok());
  ASSERT_TRUE(write_file("a.json", report::perfetto_json({})).ok());
  EXPECT_TRUE(check_outputs({{"--sarif", "a.sarif"}, {"--perfetto", "a.json"}}, "", false).ok());
  ASSERT_TRUE(write_file("mine.json", "{\"version\": \"2.1.0\", \"runs\": []}").ok());
  EXPECT_FALSE(check_outputs({{"--sarif", "mine.json"}}, "", false).ok());
}

}  // namespace
}  // namespace heddle::cli
