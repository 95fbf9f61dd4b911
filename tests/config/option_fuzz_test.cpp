// Nothing that is typed as options crashes: it is understood, or refused in one sentence.
#include "fuzz.hpp"

#include <gtest/gtest.h>

#include "config/option_table.hpp"
#include "config/options_text.hpp"

namespace heddle::config {
namespace {

const std::vector<std::string> kValues = {"",
                                          "0",
                                          "1",
                                          "-1",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "0.5",
                                          "1e308",
                                          "nan",
                                          "5s",
                                          "1GiB",
                                          "9999TB",
                                          "preemptions=2",
                                          "depth=",
                                          "1-d/100",
                                          "none",
                                          "all",
                                          "random",
                                          "memory",
                                          "true",
                                          "\\",
                                          ":",
                                          "=",
                                          "auto",
                                          "dfs",
                                          "bfs",
                                          "prss",
                                          "a\nb",
                                          "shared",
                                          "luby"};

std::string random_line(Random& random) {
  std::string line;
  for (std::uint64_t options = random.below(5); options > 0; --options) {
    const OptionSpec& option = fuzz::any_of(option_table(), random);
    line += std::string(option.name) + "=";
    const std::string own = default_text(option);
    line += random.below(3) == 0 ? own : fuzz::any_of(kValues, random);
    line += ':';
  }
  return line;
}

TEST(Fuzz, EveryLineIsUnderstoodOrRefused) {
  Random random = fuzz::seeded();
  std::uint64_t understood = 0;
  const std::uint64_t cases = fuzz::cases(10'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    std::string line = random_line(random);
    if (random.below(2) == 0) line = fuzz::changed(line, kValues, random);
    const Result<RunOptions> options = parse_options(line);
    if (!options) {
      ASSERT_GT(options.sentence().size(), 10U) << line;
      continue;
    }
    ++understood;
    const Result<RunOptions> again = parse_options(to_text(*options));
    ASSERT_TRUE(again.ok()) << line << "\n" << to_text(*options) << "\n" << again.sentence();
    ASSERT_EQ(to_text(*again), to_text(*options)) << line;
  }
  EXPECT_GT(understood, cases / 50);
  EXPECT_LT(understood, cases);
}

}  // namespace
}  // namespace heddle::config
