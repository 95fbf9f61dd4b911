// GoogleTest tests that are explored: their bodies run under every schedule that matters.
//
//   #include <heddle/gtest.hpp>
//
//   HEDDLE_TEST(Queue, NothingIsLost) { /* starts threads, joins them, EXPECT_EQ(...) */ }
//   HEDDLE_TEST_F(QueueTest, NothingIsLost) { ... }
//
// The constructor of a fixture, SetUp and TearDown run once, outside the exploration.  With
// HEDDLE_EVERY_TEST defined, TEST and TEST_F mean the same; so sources need no change at all:
//
//   heddle c++ -DHEDDLE_EVERY_TEST -include heddle/gtest.hpp queue_test.cpp -lgtest -lgtest_main
#ifndef HEDDLE_GTEST_HPP
#define HEDDLE_GTEST_HPP

#include <gtest/gtest.h>
#include <heddle/heddle.hpp>
#include <heddle/test_case.hpp>

namespace heddle {
namespace detail {

// Inside an exploration, the first failed EXPECT or ASSERT ends the execution and is its error.
class FailedExpectations : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (part.failed() && exploring()) heddle_assert_failed(one_line(part.message()).c_str());
  }
};

// One for all sources of a program: the framework owns it.
inline const bool watches_expectations =
    (::testing::UnitTest::GetInstance()->listeners().Append(new FailedExpectations), true);

template <typename Function>
void explore_google_test(const char* file, int line, Function&& function) {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const Result result = explore_case(std::string(test->test_suite_name()) + "." + test->name(),
                                     std::forward<Function>(function));
  if (result.ok()) return;
  if (!result.trace().empty()) ::testing::Test::RecordProperty("heddle_trace", result.trace());
  ADD_FAILURE_AT(file, line) << result;
}

}  // namespace detail
}  // namespace heddle

#define HEDDLE_TEST_(suite, name, parent, id)                                                \
  class Heddle_##suite##_##name : public parent {                                            \
   public:                                                                                   \
    void explored();                                                                         \
  };                                                                                         \
  GTEST_TEST_(suite, name, Heddle_##suite##_##name, id) {                                    \
    ::heddle::detail::explore_google_test(__FILE__, __LINE__, [this] { this->explored(); }); \
  }                                                                                          \
  void Heddle_##suite##_##name::explored()

#define HEDDLE_TEST(suite, name) \
  HEDDLE_TEST_(suite, name, ::testing::Test, ::testing::internal::GetTestTypeId())
#define HEDDLE_TEST_F(fixture, name) \
  HEDDLE_TEST_(fixture, name, fixture, ::testing::internal::GetTypeId<fixture>())

#ifdef HEDDLE_EVERY_TEST
#undef TEST
#undef TEST_F
#define TEST(suite, name) HEDDLE_TEST(suite, name)
#define TEST_F(fixture, name) HEDDLE_TEST_F(fixture, name)
#endif

#endif
