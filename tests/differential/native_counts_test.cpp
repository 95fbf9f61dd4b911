// The native runtime against brute force: random model programs are interpreted by a real program
// with real threads, and Heddle must execute exactly as many schedules as the oracle counts, for
// every preemption bound.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "core/random.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"

namespace heddle {
namespace {

// What POSIX semaphores and blocking reads would need does not exist natively.
constexpr std::array kNativeFamilies = {model::Family::read_write, model::Family::lock,
                                        model::Family::try_lock, model::Family::condition,
                                        model::Family::choose};
constexpr int kProgramsPerFamily = 25;
constexpr std::size_t kMostSchedules = 4'000;

struct Explored {
  std::size_t executions = 0;
  bool deadlock = false;
};

Explored explore(const std::string& program, const std::string& options) {
  const std::string json = testing::TempDir() + "native_counts.json";
  const std::string command =
      std::string(HEDDLE_COMMAND) +
      " run --quiet --search dfs --points sync --keep-going --time none --trace " +
      testing::TempDir() + "native_counts.trace --json " + json + " " + options + " " +
      HEDDLE_INTERPRETER + " '" + program + "' > /dev/null";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << command;
  std::ifstream file(json);
  std::stringstream text;
  text << file.rdbuf();
  const std::string result = text.str();
  const std::size_t at = result.find("\"executions\":");
  Explored explored;
  explored.executions =
      at == std::string::npos ? 0 : std::strtoul(result.c_str() + at + 13, nullptr, 10);
  explored.deadlock = result.find("\"deadlock\"") != std::string::npos;
  return explored;
}

TEST(NativeCounts, EveryScheduleOfRandomProgramsIsExecutedOnce) {
  Random random(20);
  for (const model::Family family : kNativeFamilies) {
    for (int i = 0; i < kProgramsPerFamily; ++i) {
      const model::Program program = model::random_program(family, random);
      model::OracleOptions limits;
      limits.max_schedules = kMostSchedules;
      const model::OracleResult oracle = model::enumerate(program, limits);
      if (!oracle.complete) continue;
      const std::string text = model::to_text(program);
      SCOPED_TRACE(text);
      const Explored all = explore(text, "");
      ASSERT_EQ(all.executions, oracle.runs.size());
      EXPECT_EQ(all.deadlock, !oracle.deadlock_traces().empty());
      for (std::size_t bound = 0; bound <= 2; ++bound) {
        const Explored some = explore(text, "--bound preemptions=" + std::to_string(bound));
        ASSERT_EQ(some.executions, oracle.within(bound).interleavings) << bound;
      }
    }
  }
}

}  // namespace
}  // namespace heddle
