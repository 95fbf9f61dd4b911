// What is said about executions that were cut at the step limit.
#include "report/cut_text.hpp"

#include <gtest/gtest.h>

#include "report/summary.hpp"

namespace heddle::report {
namespace {

result::RunResult cut(std::uint64_t ends_after) {
  result::RunResult result;
  result.cut = 3;
  result.cut_loop =
      result::CutLoop{ends_after, {{"main", "a.cpp:7 in work", {}}, {"thread 2", "", {}}}};
  return result;
}

TEST(CutTextTest, NamesTheLoopAndWhatToRaise) {
  EXPECT_EQ(cut_text(cut(30'004)),
            "the first execution cut at the step limit loops in main at a.cpp:7 in work and thread "
            "2; it terminates after 30,004 steps under a fair scheduler: raise --max-steps to at "
            "least 30004, or reduce its iterations");
  EXPECT_NE(summary(cut(30'004), {}).find("raise --max-steps to at least 30004"),
            std::string::npos);
}

TEST(CutTextTest, SaysSoIfTheEndIsNotKnown) {
  EXPECT_EQ(cut_text(cut(0)),
            "the first execution cut at the step limit loops in main at a.cpp:7 in work and thread "
            "2; whether the loop terminates is unknown: raise --max-steps or --time");
}

TEST(CutTextTest, IsEmptyIfNothingWasCut) { EXPECT_EQ(cut_text({}), ""); }

}  // namespace
}  // namespace heddle::report
