// Options in study files, and the command line that they become.
#include "study/option_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(OptionWords, AreSplitAsOnACommandLine) {
  const auto words = split_options(" --search dfs  --keep-going --bound=preemptions=2 ");
  ASSERT_TRUE(words.ok()) << words.sentence();
  EXPECT_THAT(*words, ElementsAre(Pair("search", "dfs"), Pair("keep-going", "true"),
                                  Pair("bound", "preemptions=2")));
  EXPECT_TRUE(split_options("")->empty());
}

TEST(OptionWords, MistakesAreRefused) {
  EXPECT_THAT(split_options("--serch dfs").sentence(), HasSubstr("did you mean --search"));
  EXPECT_THAT(split_options("--search").sentence(), HasSubstr("--search needs a value"));
  EXPECT_THAT(split_options("dfs").sentence(), HasSubstr("is not an option"));
  config::RunOptions options;
  EXPECT_THAT(apply_options({{"ratio", "2"}}, options).sentence(), HasSubstr("--ratio"));
  for (const char* own : {"seed", "json", "trace", "quiet", "color", "show-output"}) {
    EXPECT_THAT(apply_options({{own, "1"}}, options).sentence(), HasSubstr("A study sets")) << own;
  }
}

TEST(OptionWords, BecomeArgumentsThatMeanTheSame) {
  config::RunOptions options;
  EXPECT_TRUE(arguments_of(options).empty());
  ASSERT_TRUE(apply_options({{"time", "5s"}, {"search", "dfs"}, {"keep-going", "true"}}, options));
  options.seed = 7;
  EXPECT_THAT(arguments_of(options),
              ElementsAre("--search=dfs", "--seed=7", "--time=5s", "--keep-going=true"));
}

}  // namespace
}  // namespace heddle::study
