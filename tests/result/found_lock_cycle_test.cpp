#include "result/found_lock_cycle.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "result/run_result.hpp"
#include "result/worker_report.hpp"

namespace heddle::result {
namespace {

FoundLockCycle a_cycle() {
  const FoundLock a{{"/bin/prog", 64}, "", {{"/bin/prog", 16}, {"", 0}}};
  const CodeExcerpt around{{{kMainThread, {"/bin/prog", 48}, 4096, 8192, {}}}, {{4096, 64}}, {}};
  const FoundLock b{{}, "the stack of main", {{"/bin/prog", 32}}, 4100, {around}};
  return {{"thread 1", a, b}, {"thread 2", b, a}};
}

TEST(FoundLockCycle, ComesWithTheWorkersReport) {
  WorkerReport report;
  report.result.lock_order = {a_cycle()};
  const Result<WorkerReport> read = worker_report_from_json(to_json(report));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->result.lock_order, report.result.lock_order);
}

FoundLock named(const char* name, const char* location) {
  FoundLock lock;
  lock.name = name;
  lock.location = location;
  return lock;
}

TEST(FoundLockCycle, IsNotInTheResultWithoutNames) {
  RunResult result;
  result.lock_order = {a_cycle()};
  const Result<RunResult> read = run_result_from_json(to_json(result));
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->lock_order.empty());
}

TEST(FoundLockCycle, IsReportedInTheResult) {
  RunResult result;
  result.lock_order = {{{"main", named("a", "x.cpp:1 in f"), named("b", "x.cpp:2 in f")},
                        {"thread 1", named("b", "x.cpp:3 in g"), named("a", "x.cpp:4 in g")}}};
  const Result<RunResult> read = run_result_from_json(to_json(result));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->lock_order, result.lock_order);
}

TEST(FoundLockCycle, GarbageIsNone) {
  EXPECT_TRUE(found_lock_cycle_from_json(nlohmann::json::object()).empty());
}

}  // namespace
}  // namespace heddle::result
