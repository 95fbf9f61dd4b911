// The native runtime against brute force: random model programs are interpreted by a real program
// with real threads, and Heddle must execute exactly as many schedules as the oracle counts, for
// every preemption bound.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/random.hpp"
#include "differential/native_run.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"

namespace heddle {
namespace {

// What POSIX semaphores and blocking reads would need does not exist natively.
constexpr std::array kNativeFamilies = {model::Family::read_write, model::Family::lock,
                                        model::Family::try_lock,   model::Family::condition,
                                        model::Family::rwlock,     model::Family::barrier,
                                        model::Family::choose};
constexpr int kProgramsPerFamily = 7;
constexpr std::size_t kMostSchedules = 4'000;

TEST(NativeCounts, EveryScheduleOfRandomProgramsIsExecutedOnce) {
  Random random(20);
  for (const model::Family family : kNativeFamilies) {
    for (int i = 0; i < kProgramsPerFamily; ++i) {
      const model::Program program = model::random_program(family, random);
      model::OracleOptions limits;
      limits.max_schedules = kMostSchedules;
      const model::OracleResult oracle = model::enumerate(program, limits);
      // Behind a failure, a native execution goes on with other threads.
      if (!oracle.complete || !oracle.failures().empty()) continue;
      const std::string text = model::to_text(program);
      SCOPED_TRACE(text);
      const NativeRun all = run_natively(text, "");
      ASSERT_EQ(all.executions, oracle.runs.size());
      EXPECT_EQ(all.deadlock, !oracle.deadlock_traces().empty());
      for (std::size_t bound = 0; bound <= 2; ++bound) {
        const NativeRun some = run_natively(text, "--bound preemptions=" + std::to_string(bound));
        ASSERT_EQ(some.executions, oracle.within(bound).interleavings) << bound;
      }
    }
  }
}

}  // namespace
}  // namespace heddle
