// Runs the interpreter of model programs under `heddle run` and reads the result.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace heddle {

struct NativeRun {
  std::size_t executions = 0;
  bool deadlock = false;
};

// Several processes may run such tests at once, in several builds.
inline NativeRun run_natively(const std::string& program, const std::string& options) {
  const std::string name = testing::TempDir() + "native_run_" + std::to_string(::getpid());
  const std::string json = name + ".json";
  const std::string trace = name + ".trace";
  const std::string command =
      std::string(HEDDLE_COMMAND) +
      " run --quiet --search dfs --points sync --keep-going --time none --trace " + trace +
      " --json " + json + " " + options + " " + HEDDLE_INTERPRETER + " '" + program +
      "' > /dev/null";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << command;
  std::ifstream file(json);
  std::stringstream text;
  text << file.rdbuf();
  const std::string result = text.str();
  std::remove(json.c_str());
  std::remove(trace.c_str());
  const std::size_t at = result.find("\"executions\":");
  NativeRun run;
  run.executions =
      at == std::string::npos ? 0 : std::strtoul(result.c_str() + at + 13, nullptr, 10);
  run.deadlock = result.find("\"deadlock\"") != std::string::npos;
  return run;
}

}  // namespace heddle
