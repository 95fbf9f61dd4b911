// Every form shows the same cells, and nothing that a cell holds can break it.
#include "study/tables/table_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

Table small_table() {
  Table table;
  table.title = "Costs";
  table.rule = "In states.";
  table.grouped = true;
  table.columns = {{"subject", Align::left}, {"mean"}};
  table.rows = {{"a_b", "5"}, {"a_b", "1000"}, {"\xc3\xa9", "7"}};
  return table;
}

TEST(TableForm, TextIsAligned) {
  EXPECT_EQ(to_text(small_table()),
            "Costs\n\n"
            "subject  mean\n"
            "-------  ----\n"
            "a_b         5\n"
            "         1000\n"
            "\xc3\xa9           7\n\n"
            "In states.\n");
}

TEST(TableForm, TextBreaksLongRulesBetweenWords) {
  Table table = small_table();
  table.rule = std::string(60, 'a') + " " + std::string(29, 'b') + " " + std::string(5, 'c');
  EXPECT_THAT(to_text(table),
              HasSubstr("\n\n" + std::string(60, 'a') + " " + std::string(29, 'b') + "\nccccc\n"));
}

TEST(TableForm, MarkdownHasItsRuleOfDashes) {
  EXPECT_EQ(to_markdown(small_table()),
            "### Costs\n\n"
            "| subject | mean |\n"
            "| --- | ---: |\n"
            "| a\\_b | 5 |\n"
            "|  | 1000 |\n"
            "| \xc3\xa9 | 7 |\n\n"
            "In states.\n");
  EXPECT_EQ(markdown_cell("a|b\n<c>"), "a\\|b \\<c\\>");
}

TEST(TableForm, LatexEscapesWhatItWouldRead) {
  EXPECT_EQ(latex_cell("a_b & 50 % of {x}^2"), "a\\_b \\& 50 \\% of \\{x\\}\\textasciicircum{}2");
  EXPECT_EQ(latex_cell("\\~<[1]"), "\\textbackslash{}\\textasciitilde{}\\textless{}{[}1{]}");
  const std::string text = to_latex(small_table());
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{lr}\n"));
  EXPECT_THAT(text, HasSubstr("\na\\_b & 5 \\\\\n & 1000 \\\\\n"));
}

TEST(TableForm, CsvRepeatsWhatAPersonNeedNotSee) {
  EXPECT_EQ(to_csv(small_table()), "subject,mean\na_b,5\na_b,1000\n\xc3\xa9,7\n");
}

// RFC 4180, as a reader of its own.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1);
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\n')) {
      rows.back().push_back(cell);
      cell.clear();
      if (c == '\n') rows.emplace_back();
    } else {
      cell += c;
    }
  }
  rows.pop_back();
  return rows;
}

TEST(TableForm, CsvIsReadBackAsItWas) {
  Random random(4);
  const std::string alphabet = "ab,\"\n\r ;'";
  Table table;
  table.columns = {{"first, column"}, {"\"second\""}, {" third"}};
  for (int i = 0; i < 200; ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (int j = 0; j < 3; ++j) {
      std::string cell;
      for (std::uint64_t left = random.below(6); left > 0; --left) {
        cell += alphabet[random.below(alphabet.size())];
      }
      row.push_back(cell);
    }
  }
  const auto rows = read_csv(to_csv(table));
  ASSERT_EQ(rows.size(), table.rows.size() + 1);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"first, column", "\"second\"", " third"}));
  for (std::size_t i = 0; i < table.rows.size(); ++i) EXPECT_EQ(rows[i + 1], table.rows[i]);
}

TEST(TableForm, IsFoundByName) {
  for (const std::string_view name : kTableForms) EXPECT_TRUE(table_form_of(name).ok());
  ASSERT_FALSE(table_form_of("latx").ok());
  EXPECT_THAT(table_form_of("latx").sentence(), HasSubstr("did you mean 'latex'?"));
}

}  // namespace
}  // namespace heddle::study
