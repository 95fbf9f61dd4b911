// docs/options.md says of every option what the table says.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "config/option_table.hpp"
#include "config/words.hpp"

namespace heddle::config {
namespace {

std::string page() {
  std::ifstream file(HEDDLE_OPTIONS_PAGE);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A cell of a Markdown table cannot hold a bare bar.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '|' ? "\\|" : std::string(1, c);
  return result;
}

TEST(Documentation, EveryOptionHasItsRow) {
  const std::string text = page();
  ASSERT_FALSE(text.empty()) << HEDDLE_OPTIONS_PAGE;
  for (const OptionSpec& option : option_table()) {
    const std::string value = default_text(option);
    const std::string row = "| `--" + std::string(option.name) + "` | `" + cell(option.syntax) +
                            "` | " + (value.empty() ? "" : "`" + value + "` ") + "| " +
                            cell(option.help) + " |\n";
    EXPECT_NE(text.find(row), std::string::npos) << "docs/options.md lacks this row:\n" << row;
  }
}

TEST(Documentation, NoPlannedOptionIsPromised) {
  const std::string text = page();
  for (const std::string_view name : kPlannedOptions) {
    EXPECT_EQ(text.find("--" + std::string(name) + "`"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace heddle::config
