// The native runtime against brute force: of a random model program run by real threads, wake-up
// trees execute exactly as many schedules as there are equivalence classes, and every reduction
// finds the deadlock if there is one.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/random.hpp"
#include "differential/native_run.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"

namespace heddle {
namespace {

constexpr std::array kNativeFamilies = {model::Family::read_write, model::Family::lock,
                                        model::Family::try_lock,   model::Family::condition,
                                        model::Family::barrier,    model::Family::choose};
constexpr int kProgramsPerFamily = 10;
constexpr std::size_t kMostSchedules = 4'000;

TEST(NativeReduction, ExecutesEachEquivalenceClassOnce) {
  Random random(21);
  for (const model::Family family : kNativeFamilies) {
    for (int i = 0; i < kProgramsPerFamily; ++i) {
      const model::Program program = model::random_program(family, random);
      const model::OracleResult oracle =
          model::enumerate(program, {.max_schedules = kMostSchedules});
      // Behind a failure, a native execution goes on with other threads.
      if (!oracle.complete || !oracle.failures().empty()) continue;
      const std::string text = model::to_text(program);
      SCOPED_TRACE(text);
      const bool deadlocks = !oracle.deadlock_traces().empty();
      const NativeRun optimal = run_natively(text, "--reduce optimal");
      ASSERT_EQ(optimal.executions, oracle.traces().size());
      EXPECT_EQ(optimal.deadlock, deadlocks);
      const NativeRun source = run_natively(text, "--reduce source");
      EXPECT_EQ(source.executions, oracle.traces().size());
      EXPECT_EQ(source.deadlock, deadlocks);
      EXPECT_GE(run_natively(text, "--reduce dpor").executions, oracle.traces().size());
      const NativeRun best = run_natively(text, "--search best-first --reduce source");
      EXPECT_GE(best.executions, oracle.traces().size());
      EXPECT_EQ(best.deadlock, deadlocks);
    }
  }
}

}  // namespace
}  // namespace heddle
