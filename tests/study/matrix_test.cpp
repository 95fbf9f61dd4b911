// Matrices multiplied out, and texts with their values.
#include "study/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Matrix, HasEveryCombinationOnce) {
  EXPECT_THAT(*combinations({}), ElementsAre(Values{}));
  EXPECT_THAT(*combinations({{"b", {"1", "2"}}, {"a", {"x", "y"}}}),
              ElementsAre(Values{{"a", "x"}, {"b", "1"}}, Values{{"a", "x"}, {"b", "2"}},
                          Values{{"a", "y"}, {"b", "1"}}, Values{{"a", "y"}, {"b", "2"}}));
}

TEST(Matrix, WithoutValuesOrWithTooManyIsRefused) {
  EXPECT_THAT(combinations({{"n", {}}}).sentence(), HasSubstr("'n' has no values"));
  const std::vector<std::string> many(1000, "1");
  EXPECT_THAT(combinations({{"n", many}, {"m", many}}).sentence(), HasSubstr("more than 100000"));
}

TEST(Matrix, ValuesAreFilledIn) {
  const Values values{{"n", "3"}, {"long-name", "x"}};
  EXPECT_EQ(*fill_in("a{n}b{long-name}{n}", values), "a3bx3");
  EXPECT_EQ(*fill_in("{} { n} {n", values), "{} { n} {n");
  EXPECT_THAT(fill_in("{long_name}", values).sentence(), HasSubstr("did you mean '{long-name}'"));
  EXPECT_THAT(fill_in("{zzzzzz}", values).sentence(), HasSubstr("Unknown parameter"));
}

TEST(Matrix, NamesTellCombinationsApart) {
  const Values values{{"n", "3"}, {"m", "4"}};
  EXPECT_EQ(*name_of("daisy {n}", values), "daisy 3 m=4");
  EXPECT_EQ(*name_of("({m}, {n})", values), "(4, 3)");
  EXPECT_EQ(*name_of("daisy", {}), "daisy");
}

}  // namespace
}  // namespace heddle::study
