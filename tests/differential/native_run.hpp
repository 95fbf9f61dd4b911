// Runs the interpreter of model programs under `heddle run` and reads the result.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "temporary_folder.hpp"

namespace heddle {

struct NativeRun {
  std::size_t executions = 0;
  bool deadlock = false;
};

inline NativeRun run_natively(const std::string& program, const std::string& options) {
  const TemporaryFolder folder;
  const std::string json = folder.file("result.json");
  const std::string trace = folder.file("error.trace");
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
  const std::size_t at = result.find("\"executions\":");
  NativeRun run;
  run.executions =
      at == std::string::npos ? 0 : std::strtoul(result.c_str() + at + 13, nullptr, 10);
  run.deadlock = result.find("\"deadlock\"") != std::string::npos;
  return run;
}

}  // namespace heddle
