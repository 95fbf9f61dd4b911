// Programs that misbehave while their output is read are stopped and described.
#include "cli/limited_output.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace heddle::cli {
namespace {

using End = LimitedOutput::End;

LimitedOutput shell(const std::string& script,
                    OutputLimits limits = {std::chrono::minutes(1), 1 << 20}) {
  const InterruptGuard interrupt;
  Result<LimitedOutput> output = limited_output({"/bin/sh", "-c", script}, limits, interrupt);
  EXPECT_TRUE(output.ok());
  return *output;
}

TEST(LimitedOutput, ReadsStdoutOfANativeProgram) {
  const LimitedOutput output = shell("echo $HEDDLE_NATIVE; echo lost >&2; exit 7");
  EXPECT_EQ(output.end, End::exited);
  EXPECT_EQ(output.text, "1\n");
}

TEST(LimitedOutput, ReadsAllThatIsPrinted) {
  EXPECT_EQ(shell("head -c 900000 /dev/zero").text.size(), 900'000U);
}

TEST(LimitedOutput, NamesTheSignalOfACrash) {
  const LimitedOutput output = shell("kill -SEGV $$");
  EXPECT_EQ(output.end, End::crashed);
  EXPECT_EQ(output.signal, SIGSEGV);
}

TEST(LimitedOutput, StopsAProgramThatHangs) {
  EXPECT_EQ(shell("sleep 1000", {std::chrono::milliseconds(50), 100}).end, End::too_slow);
  EXPECT_EQ(shell("exec >&-; sleep 1000", {std::chrono::milliseconds(50), 100}).end, End::too_slow);
}

TEST(LimitedOutput, DoesNotWaitForChildrenThatKeepTheOutputOpen) {
  const LimitedOutput output = shell("sleep 1000 & echo done");
  EXPECT_EQ(output.end, End::exited);
  EXPECT_EQ(output.text, "done\n");
}

TEST(LimitedOutput, StopsAProgramThatPrintsWithoutEnd) {
  EXPECT_EQ(shell("exec cat /dev/zero").end, End::too_large);
}

TEST(LimitedOutput, AnInterruptEndsIt) {
  const InterruptGuard interrupt;
  std::raise(SIGINT);
  const Result<LimitedOutput> output =
      limited_output({"/bin/sh", "-c", "sleep 1000"}, {std::chrono::minutes(1), 100}, interrupt);
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->end, End::interrupted);
}

TEST(LimitedOutput, AMissingProgramIsAnError) {
  const InterruptGuard interrupt;
  EXPECT_FALSE(
      limited_output({"/nowhere/program"}, {std::chrono::minutes(1), 100}, interrupt).ok());
}

}  // namespace
}  // namespace heddle::cli
