// Nothing that is typed on a command line crashes: it is understood, or refused in one sentence.
#include "fuzz.hpp"

#include <gtest/gtest.h>

#include "cli/complaint.hpp"
#include "cli/option_parser.hpp"
#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

const std::vector<std::string> kWords = {"",   "-",    "--", "---", "-x",  "--=", "=",        "0",
                                         "-1", "none", "5s", "dfs", "./p", "--h", "-ofile=1", "é"};

Arguments random_line(Random& random) {
  Arguments words;
  for (std::uint64_t count = random.below(6); count > 0; --count) {
    const std::string option =
        "--" + std::string(fuzz::any_of(config::option_table(), random).name);
    const std::string& word = fuzz::any_of(kWords, random);
    const std::vector<std::string> choices = {option, option + "=" + word, word};
    const std::string& chosen = fuzz::any_of(choices, random);
    words.push_back(random.below(4) == 0 ? fuzz::changed(chosen, kWords, random) : chosen);
  }
  return words;
}

TEST(Fuzz, EveryCommandLineIsUnderstoodOrRefused) {
  Random random = fuzz::seeded();
  std::uint64_t understood = 0;
  const std::uint64_t cases = fuzz::cases(10'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const Result<ParsedOptions> parsed = parse_run_options(random_line(random), {});
    if (parsed) {
      ++understood;
    } else {
      const std::string told = on_one_line(parsed.sentence());
      ASSERT_GT(told.size(), 10U);
      ASSERT_EQ(told.find_first_of("\n\r\x1b"), std::string::npos) << told;
    }
  }
  EXPECT_GT(understood, cases / 50);
  EXPECT_LT(understood, cases);
}

}  // namespace
}  // namespace heddle::cli
