// What is said about executions that were cut at the step limit.
#include "report/cut_text.hpp"

#include <gtest/gtest.h>

#include "report/summary.hpp"

namespace heddle::report {
namespace {

fleet::RunResult cut(std::uint64_t ends_after) {
  fleet::RunResult result;
  result.cut = 3;
  result.cut_loop =
      fleet::CutLoop{ends_after, {{"main", "a.cpp:7 in work", {}}, {"thread 2", "", {}}}};
  return result;
}

TEST(CutTextTest, NamesTheLoopAndWhatToRaise) {
  EXPECT_EQ(
      cut_text(cut(30'004)),
      "the execution that was cut first is in a loop of main at a.cpp:7 in work and thread 2; "
      "under a fair scheduler it ends after 30,004 steps: raise --max-steps to at least 30004, "
      "or let the loop run fewer times");
  EXPECT_NE(summary(cut(30'004), {}).find("raise --max-steps to at least 30004"),
            std::string::npos);
}

TEST(CutTextTest, SaysSoIfTheEndIsNotKnown) {
  EXPECT_EQ(
      cut_text(cut(0)),
      "the execution that was cut first is in a loop of main at a.cpp:7 in work and thread 2; "
      "it is not known whether it ends: raise --max-steps or --time");
}

TEST(CutTextTest, IsEmptyIfNothingWasCut) { EXPECT_EQ(cut_text({}), ""); }

}  // namespace
}  // namespace heddle::report
