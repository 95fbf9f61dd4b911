// The measured threshold follows the program's shape, and the program stays where it was.
#include "search/strategy/choose_threshold.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"

namespace heddle::search {
namespace {

model::ModelSystem system_of(const std::string& text) {
  Result<model::Program> parsed = model::parse_program(text);
  EXPECT_TRUE(parsed.ok()) << parsed.sentence();
  return model::ModelSystem(*parsed);
}

TEST(ChooseThreshold, IsAQuarterOfTheLengthOfTheRuns) {
  model::ModelSystem system = system_of("W x;W x;W x;W x;W x / W x;W x;W x;W x;W x");
  EXPECT_EQ(choose_threshold(system, 1), 2U);
}

TEST(ChooseThreshold, IsNotAboveTheFirstChoice) {
  // The second thread waits until the first has nearly finished.
  model::ModelSystem system = system_of("W y;W y;W y;W y;W y;W x;W y / AW x 1");
  EXPECT_EQ(choose_threshold(system, 1), 6U);
}

TEST(ChooseThreshold, IsTheMedian) {
  // One walk in four takes the short way of 2 steps, the others 7.
  model::ModelSystem system = system_of("CH 4;SKZ 5;W x;W x;W x;W x;W x;W y");
  EXPECT_EQ(choose_threshold(system, 1), 1U);
}

TEST(ChooseThreshold, LeavesTheSystemWhereItWas) {
  model::ModelSystem system = system_of("W x;W x / W x;AS 1");
  const Fingerprint before = system.fingerprint();
  choose_threshold(system, 7);
  EXPECT_EQ(system.fingerprint(), before);
  EXPECT_EQ(system.view().verdict, Verdict::running);
}

}  // namespace
}  // namespace heddle::search
