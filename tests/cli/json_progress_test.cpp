// Each line of --progress json is one object; the last one is written at the end.
#include "cli/json_progress.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace heddle::cli {
namespace {

fleet::Progress after_seconds(double seconds) {
  fleet::Progress progress;
  progress.seconds = seconds;
  progress.executions = 100;
  progress.phase = "dfs";
  return progress;
}

TEST(JsonProgress, NamesWhatIsKnown) {
  fleet::Progress progress = after_seconds(2);
  progress.estimate = {1e6, 1e5, 1e7};
  progress.errors = 1;
  const auto json = nlohmann::json::parse(progress_json(progress, 10, "Queue.Empty"));
  EXPECT_EQ(json["test"], "Queue.Empty");
  EXPECT_EQ(json["phase"], "dfs");
  EXPECT_EQ(json["seconds_left"], 8);
  EXPECT_EQ(json["executions_per_second"], 50);
  EXPECT_EQ(json["estimate"]["high"], 1e7);
  EXPECT_EQ(json["errors"], 1);
  EXPECT_EQ(json["races"], 0);
  const auto bare = nlohmann::json::parse(progress_json(after_seconds(0), {}, ""));
  for (const char* field : {"test", "seconds_left", "executions_per_second", "estimate"}) {
    EXPECT_FALSE(bare.contains(field)) << field;
  }
}

TEST(JsonProgress, WritesTwoLinesPerSecondAndTheLast) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  {
    JsonProgress progress(stream, {}, "");
    for (const double seconds : {0.1, 0.2, 0.3, 0.7, 0.75}) progress.update(after_seconds(seconds));
    result::RunResult result;
    result.seconds = 0.8;
    progress.end(result);
  }
  std::fclose(stream);
  std::stringstream lines(std::string(text, size));
  std::free(text);
  std::vector<double> seconds;
  for (std::string line; std::getline(lines, line);) {
    seconds.push_back(nlohmann::json::parse(line)["seconds"]);
  }
  EXPECT_EQ(seconds, (std::vector<double>{0.1, 0.7, 0.8}));
}

}  // namespace
}  // namespace heddle::cli
