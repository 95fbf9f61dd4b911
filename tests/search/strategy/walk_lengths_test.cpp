// Walks measure the program's shape, and the program stays where it was.
#include "search/strategy/walk_lengths.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"

namespace heddle::search {
namespace {

model::ModelSystem system_of(const std::string& text) {
  Result<model::Program> parsed = model::parse_program(text);
  EXPECT_TRUE(parsed.ok()) << parsed.sentence();
  return model::ModelSystem(*parsed);
}

TEST(WalkLengths, AreThoseOfTheExecutions) {
  model::ModelSystem system = system_of("W x;W x;W x;W x;W x / W x;W x;W x;W x;W x");
  const WalkLengths walks = measure_walks(system, 1);
  EXPECT_EQ(walks.median, 10U);
  EXPECT_EQ(walks.longest, 10U);
  EXPECT_EQ(walks.first_choice, 0U);
}

TEST(WalkLengths, KnowTheFirstChoice) {
  // The second thread waits until the first has nearly finished.
  model::ModelSystem system = system_of("W y;W y;W y;W y;W y;W x;W y / AW x 1");
  EXPECT_EQ(measure_walks(system, 1).first_choice, 6U);
}

TEST(WalkLengths, AFewShortOnesDoNotChangeTheMedian) {
  // One walk in four takes the short way of 2 steps, the others 7.
  model::ModelSystem system = system_of("CH 4;SKZ 5;W x;W x;W x;W x;W x;W y");
  const WalkLengths walks = measure_walks(system, 1);
  EXPECT_EQ(walks.median, 7U);
  EXPECT_EQ(walks.longest, 7U);
}

TEST(WalkLengths, LeaveTheSystemWhereItWas) {
  model::ModelSystem system = system_of("W x;W x / W x;AS 1");
  const Fingerprint before = system.fingerprint();
  measure_walks(system, 7);
  EXPECT_EQ(system.fingerprint(), before);
  EXPECT_EQ(system.view().verdict, Verdict::running);
}

}  // namespace
}  // namespace heddle::search
