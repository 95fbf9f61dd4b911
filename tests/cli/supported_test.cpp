// docs/supported.md has the rows of the table, and no others.
#include "cli/supported.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace heddle::cli {
namespace {

std::string page() {
  std::ifstream file(HEDDLE_SUPPORTED_PAGE);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Supported, EveryRowIsOnThePage) {
  const std::string text = page();
  ASSERT_FALSE(text.empty()) << HEDDLE_SUPPORTED_PAGE;
  for (const SupportedRow& row : supported_table()) {
    EXPECT_NE(text.find(markdown(row)), std::string::npos) << "docs/supported.md lacks this row:\n"
                                                           << markdown(row);
  }
}

TEST(Supported, ThePageHasNoRowOfItsOwn) {
  std::ifstream file(HEDDLE_SUPPORTED_PAGE);
  std::size_t rows = 0;
  // The first table; others lie under headings of their own.
  for (std::string line; std::getline(file, line) && !line.starts_with("## ");) {
    rows += line.starts_with("| ") ? 1U : 0U;
  }
  EXPECT_EQ(rows, supported_table().size() + 2) << "besides the head and the line below";
}

TEST(Supported, TheTerminalShowsEveryFunction) {
  const std::string text = supported_page();
  for (const SupportedRow& row : supported_table()) {
    EXPECT_NE(text.find(row.functions), std::string::npos) << row.what;
    EXPECT_NE(text.find(row.remark), std::string::npos) << row.what;
  }
}

}  // namespace
}  // namespace heddle::cli
