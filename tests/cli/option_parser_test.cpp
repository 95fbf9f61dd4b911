// The command line of `heddle run`: where options end, which word wins.
#include "cli/option_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(OptionParser, OptionsAfterTheProgramAreItsOwn) {
  const auto parsed = parse_run_options({"--seed", "3", "prog", "--seed", "4", "--", "x"}, {});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->options.seed, 3U);
  EXPECT_THAT(parsed->rest, ElementsAre("prog", "--seed", "4", "--", "x"));
}

TEST(OptionParser, TwoDashesEndTheOptions) {
  const auto parsed = parse_run_options({"--quiet", "--", "--odd", "--", "x"}, {});
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed->options.quiet);
  EXPECT_THAT(parsed->rest, ElementsAre("--odd", "--", "x"));
}

TEST(OptionParser, BothFormsOfValuesAndTheLastOneWins) {
  const auto parsed = parse_run_options({"--seed=3", "--seed", "5", "--keep-going=false"}, {});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->options.seed, 5U);
  EXPECT_FALSE(parsed->options.keep_going);
}

TEST(OptionParser, TheCommandLineWinsOverTheBase) {
  RunOptions base;
  base.keep_going = true;
  base.seed = 9;
  const auto parsed = parse_run_options({"--keep-going=false", "prog"}, base);
  ASSERT_TRUE(parsed.ok());
  EXPECT_FALSE(parsed->options.keep_going);
  EXPECT_EQ(parsed->options.seed, 9U);
}

// A number where one is wanted, and a file's name elsewhere; three want words of their own.
std::string value_of(const config::OptionSpec& option) {
  if (option.name == "priority") return "pb";
  if (option.name == "ignored-races") return "prog+1a/prog+2b";
  if (option.name == "shard") return "1/2";
  const std::string text = config::default_text(option);
  return text.empty() ? "1" : text;
}

TEST(OptionParser, EveryOptionOfTheTableIsKnown) {
  for (const config::OptionSpec& option : config::option_table()) {
    std::vector<std::string> words = {"--" + std::string(option.name) + "=" + value_of(option),
                                      "prog"};
    if (option.name == "priority") words.insert(words.begin(), "--search=best-first");
    if (option.name.starts_with("via")) words.insert(words.begin(), "--search=guided");
    if (option.name == "certificate") {
      words.insert(words.begin(), {"--search=dfs", "--states=memory"});
    }
    if (option.name == "shard") words.insert(words.begin(), "--search=dfs");
    if (option.name == "save-interval" || option.name == "rebuilt") {
      words.insert(words.begin(), "--campaign=folder");
    }
    const auto parsed = parse_run_options(words, {});
    ASSERT_TRUE(parsed.ok()) << option.name << ": " << parsed.sentence();
    EXPECT_THAT(parsed->rest, ElementsAre("prog"));
    EXPECT_THAT(options_help(), HasSubstr("--" + std::string(option.name)));
  }
}

TEST(OptionParser, HelpComesBeforeEveryComplaint) {
  EXPECT_TRUE(parse_run_options({"--seed", "x", "--help"}, {})->help);
  EXPECT_FALSE(parse_run_options({"prog", "--help"}, {})->help);
}

}  // namespace
}  // namespace heddle::cli
