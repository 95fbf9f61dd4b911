// Output files: checked without a change, never written over a stranger's.
#include "cli/output_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

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

TEST_F(OutputFiles, TheCheckLeavesNoMark) {
  EXPECT_TRUE(check_writable("new").ok());
  EXPECT_FALSE(fs::exists("new"));
  ASSERT_TRUE(write_file("old", "text").ok());
  EXPECT_TRUE(check_writable("old").ok());
  EXPECT_EQ(content("old"), "text");
  EXPECT_FALSE(check_writable("no/such/folder").ok());
  EXPECT_FALSE(check_writable(".").ok());
  EXPECT_TRUE(check_writable("/dev/null").ok());
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

}  // namespace
}  // namespace heddle::cli
