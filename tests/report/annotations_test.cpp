// Annotations: one command per finding, which no text of the program can end or extend.
#include "report/annotations.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Annotations, AnErrorHasFileLineTitleAndReplay) {
  Finding finding;
  finding.rule = "deadlock";
  finding.fails_run = true;
  finding.test = "Queue.Pops";
  finding.message = "deadlock: 100% blocked\nmain waits";
  finding.at = {"/home/me/src/a.cpp", 12, "f"};
  finding.trace = "t.trace";
  EXPECT_EQ(github_annotations({finding}, SourceRoot("/home/me")),
            "::error file=src/a.cpp,line=12,title=Heddle deadlock in Queue.Pops::deadlock: 100%25 "
            "blocked%0Amain waits%0Areplay it: heddle replay t.trace\n");
}

TEST(Annotations, AWarningWithoutALineHasOnlyATitle) {
  Finding finding;
  finding.rule = "race";
  finding.message = "m";
  EXPECT_EQ(github_annotations({finding, finding}, SourceRoot("")),
            "::warning title=Heddle race::m\n::warning title=Heddle race::m\n");
}

TEST(Annotations, HostileTextStaysInItsCommand) {
  Finding finding;
  finding.rule = "exit";
  finding.test = "a,line=7::b\n::error::c";
  finding.at = {"/x/a,b:c%\r\n.cpp", 0, ""};
  finding.message = "one\r\n::set-output name=x::\x1b[31m";
  EXPECT_EQ(github_annotations({finding}, SourceRoot("/x")),
            "::warning file=a%2Cb%3Ac%25%0D%0A.cpp,title=Heddle exit in "
            "a%2Cline=7%3A%3Ab\\x0a%3A%3Aerror%3A%3Ac::one\\x0d%0A::set-output "
            "name=x::\\x1b[31m\n");
}

}  // namespace
}  // namespace heddle::report
