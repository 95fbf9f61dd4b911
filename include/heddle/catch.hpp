// Catch2 test cases that are explored: their bodies run under every schedule that matters.  For
// Catch2 2 and 3.
//
//   #include <heddle/catch.hpp>
//
//   HEDDLE_TEST_CASE("nothing is lost", "[queue]") { /* starts threads, joins them, REQUIRE(...) */
//   }
//
// With HEDDLE_EVERY_TEST defined, TEST_CASE means the same.  SECTION and GENERATE choose what a
// test case does from outside; inside an exploration use heddle::choose.
#ifndef HEDDLE_CATCH_HPP
#define HEDDLE_CATCH_HPP

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
namespace heddle::detail {
using CatchListener = ::Catch::EventListenerBase;
using CatchAnswer = void;
}  // namespace heddle::detail
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
namespace heddle::detail {
using CatchListener = ::Catch::TestEventListenerBase;
using CatchAnswer = bool;
}  // namespace heddle::detail
#endif

#include <cstdio>
#include <heddle/heddle.hpp>
#include <heddle/test_case.hpp>
#include <string>

namespace heddle {
namespace detail {

// Inside an exploration, the first failed assertion ends the execution and is its error.
class FailedAssertions : public CatchListener {
 public:
  using CatchListener::CatchListener;

  CatchAnswer assertionEnded(const ::Catch::AssertionStats& stats) override {
    const ::Catch::AssertionResult& result = stats.assertionResult;
    if (!result.isOk() && exploring()) heddle_assert_failed(one_line(describe(result)).c_str());
    return CatchAnswer();
  }

 private:
  static std::string describe(const ::Catch::AssertionResult& result) {
    std::string text;
    if (result.hasExpression()) {
      text = result.getExpressionInMacro();
      if (result.hasExpandedExpression()) text += ", that is: " + result.getExpandedExpression();
    }
    if (result.hasMessage()) text += (text.empty() ? "" : ": ") + std::string(result.getMessage());
    return text;
  }
};
CATCH_REGISTER_LISTENER(FailedAssertions)

template <typename Function>
Result explore_catch_test(Function&& function) {
  return explore_case(::Catch::getResultCapture().getCurrentTestName(),
                      std::forward<Function>(function));
}

// Prints the report and returns a short message for Catch2, which wraps messages at 80 columns: the
// columns of a schedule would be lost.
inline std::string reported(const Result& result) {
  const std::string text = result.text();
  std::fprintf(stderr, "%s\n", text.c_str());
  std::string message = text.substr(0, text.find('\n'));
  if (!result.trace().empty()) message += "\nreplay it: heddle replay " + result.trace();
  return message;
}

}  // namespace detail
}  // namespace heddle

// The plain macro, whatever HEDDLE_EVERY_TEST makes of its name.
#define HEDDLE_PLAIN_TEST_CASE_(...) INTERNAL_CATCH_TESTCASE(__VA_ARGS__)

#define HEDDLE_TEST_CASE_(body, ...)                                                    \
  static void body();                                                                   \
  HEDDLE_PLAIN_TEST_CASE_(__VA_ARGS__) {                                                \
    const ::heddle::Result heddle_result = ::heddle::detail::explore_catch_test(&body); \
    if (heddle_result.ok()) {                                                           \
      SUCCEED();                                                                        \
    } else {                                                                            \
      FAIL(::heddle::detail::reported(heddle_result));                                  \
    }                                                                                   \
  }                                                                                     \
  static void body()

#define HEDDLE_TEST_CASE(...) \
  HEDDLE_TEST_CASE_(INTERNAL_CATCH_UNIQUE_NAME(heddle_explored_), __VA_ARGS__)

#ifdef HEDDLE_EVERY_TEST
#undef TEST_CASE
#define TEST_CASE(...) HEDDLE_TEST_CASE(__VA_ARGS__)
#endif

#endif
