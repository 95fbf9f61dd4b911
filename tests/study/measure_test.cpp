// Measures are found by name and read the right column.
#include "study/measure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::study {
namespace {

TEST(Measure, ReadsItsColumn) {
  study::Run run;
  run.states = 1;
  run.generated_states = 5;
  run.transitions = 2;
  run.executions = 3;
  run.seconds = 4.5;
  const std::vector<double> expected = {1, 5, 2, 3, 4.5};
  for (std::size_t i = 0; i < kMeasures.size(); ++i) {
    const Result<Measure> measure = measure_of(kMeasures[i]);
    ASSERT_TRUE(measure.ok());
    EXPECT_EQ(name_of(*measure), kMeasures[i]);
    EXPECT_EQ(cost_of(run, *measure), expected[i]);
  }
}

TEST(Measure, RefusesOtherWordsWithTheNearest) {
  const Result<Measure> measure = measure_of("state");
  ASSERT_FALSE(measure.ok());
  EXPECT_THAT(measure.sentence(), testing::HasSubstr("did you mean 'states'?"));
}

}  // namespace
}  // namespace heddle::study
