// The messages of test frameworks are found in the output of an execution.
#include "report/framework_message.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::report {
namespace {

trace::Trace printing(std::initializer_list<std::string> parts) {
  trace::Trace trace;
  for (const std::string& part : parts) trace.outputs.push_back({0, kMainThread, 1, part});
  return trace;
}

TEST(FrameworkMessage, GoogleTest) {
  EXPECT_EQ(framework_message(printing({"[ RUN      ] A.B\na.cpp:16: Fai", "lure\nValue of: x\n\n",
                                        "b.cpp:2: Failure\nFailed\n[  FAILED  ] A.B (0 ms)\n"
                                        "[  FAILED  ] 1 test\n"})),
            "a.cpp:16: Failure\nValue of: x\n\nb.cpp:2: Failure\nFailed");
}

TEST(FrameworkMessage, Catch2) {
  EXPECT_EQ(framework_message(printing({"-----\nname\n-----\nc.cpp:7\n.....\n\nc.cpp:7: FAILED:\n"
                                        "  CHECK( n == 2 )\nwith expansion:\n  1 == 2\n\n"
                                        "=====\ntest cases: 1 | 1 failed\n"})),
            "c.cpp:7: FAILED:\n  CHECK( n == 2 )\nwith expansion:\n  1 == 2");
}

TEST(FrameworkMessage, Doctest) {
  EXPECT_EQ(
      framework_message(printing({"=====\nd.cpp:7:\nTEST CASE:  name\n\nd.cpp:7: ERROR: CHECK("
                                  " n == 2 ) is NOT correct!\n  values: CHECK( 1 == 2 )\n\n"
                                  "=====\n[doctest] test cases: 1\n"})),
      "d.cpp:7: ERROR: CHECK( n == 2 ) is NOT correct!\n  values: CHECK( 1 == 2 )");
}

TEST(FrameworkMessage, OtherOutputIsNone) {
  EXPECT_EQ(framework_message(printing({})), "");
  EXPECT_EQ(framework_message(printing({"all is well\n"})), "");
}

TEST(FrameworkMessage, ALongOneIsCut) {
  const std::string message =
      framework_message(printing({"a.cpp:1: Failure\n" + std::string(1'000'000, 'x')}));
  EXPECT_LT(message.size(), 5000U);
  EXPECT_TRUE(message.ends_with("x ..."));
}

TEST(FrameworkMessage, BeginsWithALine) {
  using Line = std::pair<std::string, int>;
  EXPECT_EQ(line_of_message("/a/b.cpp:12: Failure\nValue of: c:3:"), Line("/a/b.cpp", 12));
  EXPECT_EQ(line_of_message("b:c.cpp:7: FAILED:"), Line("b:c.cpp", 7));
  EXPECT_EQ(line_of_message("b.cpp(7): ERROR: x"), Line("", 0));
  EXPECT_EQ(line_of_message("b.cpp:99999999999999999999: x"), Line("", 0));
  EXPECT_EQ(line_of_message("b.cpp:5"), Line("", 0));
  EXPECT_EQ(line_of_message(":5:"), Line("", 0));
  EXPECT_EQ(line_of_message(""), Line("", 0));
}

}  // namespace
}  // namespace heddle::report
