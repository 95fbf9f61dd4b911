#include "cli/test_source.hpp"

#include <fmt/format.h>

#include <cctype>

#include "cli/complaint.hpp"
#include "report/explanation.hpp"

namespace heddle::cli {
namespace {

// Letters and digits of a file name, as a C++ identifier.
std::string identifier(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  std::string word;
  for (const char c : path) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain) {
      word += c;
    } else if (!word.empty() && word.back() != '_') {
      word += '_';
    }
  }
  if (!word.empty() && word.back() == '_') word.pop_back();
  return word.empty() ? "program" : word;
}

std::string in_capitals(std::string word) {
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    // An octal escape has at most three digits, so the next character is not part of it.
    if (static_cast<unsigned char>(c) < 0x20) {
      literal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

// A raw string whose end does not occur in the text.
std::string raw_literal(const std::string& text) {
  std::string word = "heddle";
  for (int i = 2; text.find(")" + word + "\"") != std::string::npos; ++i) {
    word = fmt::format("heddle{}", i);
  }
  return fmt::format("R\"{0}({1}){0}\"", word, text);
}

std::string_view includes(TestForm form) {
  switch (form) {
    case TestForm::google:
      return "#include <gtest/gtest.h>\n";
    case TestForm::catch2:
      return "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
             "#include <catch2/catch_test_macros.hpp>\n"
             "#else\n"
             "#include <catch2/catch.hpp>\n"
             "#endif\n";
    case TestForm::plain:
      break;
  }
  return "#include <cstdio>\n";
}

std::string body(const report::AnchoredSchedule& schedule, TestForm form,
                 const std::string& function) {
  const std::string name = identifier(schedule.program);
  const std::string_view kind = key(schedule.kind);
  switch (form) {
    case TestForm::google:
      return fmt::format(
          "TEST(HeddleSchedule, {0}_{1}) {{\n"
          "  const heddle::ScheduleCheck check = {2}();\n"
          "  if (check.no_longer_applies()) GTEST_SKIP() << check.text;\n"
          "  EXPECT_TRUE(check.ok()) << check.text;\n"
          "}}\n",
          name, kind, function);
    case TestForm::catch2:
      return fmt::format(
          "TEST_CASE(\"heddle schedule: {0} {1}\") {{\n"
          "  const heddle::ScheduleCheck check = {2}();\n"
          "  INFO(check.text);\n"
          "  if (check.no_longer_applies()) {{\n"
          "#ifdef SKIP\n"
          "    SKIP(check.text);\n"
          "#else\n"
          "    WARN(check.text);  // this version cannot skip a test\n"
          "    return;\n"
          "#endif\n"
          "  }}\n"
          "  CHECK(check.ok());\n"
          "}}\n",
          name, kind, function);
    case TestForm::plain:
      break;
  }
  return fmt::format(
      "// Exit codes: 0 passed, 77 the schedule no longer applies, others failed.\n"
      "int main() {{\n"
      "  const heddle::ScheduleCheck check = {}();\n"
      "  std::fputs(check.text.c_str(), stdout);\n"
      "  return check.exit_code;\n"
      "}}\n",
      function);
}

}  // namespace

std::optional<TestForm> test_form(std::string_view word) {
  if (word == "gtest") return TestForm::google;
  if (word == "catch2") return TestForm::catch2;
  if (word == "plain") return TestForm::plain;
  return std::nullopt;
}

std::string test_source(const report::AnchoredSchedule& schedule, TestForm form) {
  const std::string name = identifier(schedule.program);
  const std::string macro = "HEDDLE_PROGRAM_" + in_capitals(name);
  const std::string function = fmt::format("follow_{}_{}", name, key(schedule.kind));
  return fmt::format(
      "// Regression test, written by `heddle export`.  It fails as long as the program has this "
      "error:\n"
      "//   {0}\n"
      "// Compile it without Heddle; at run time it needs the heddle command, from PATH or\n"
      "// HEDDLE_COMMAND, and the program, built with `heddle c++`.\n"
      "{1}#include <heddle/schedule.hpp>\n\n"
      "#ifndef {2}\n"
      "#define {2} {3}\n"
      "#endif\n\n"
      "static heddle::ScheduleCheck {4}() {{\n"
      "  return heddle::check_schedule({2}, {5});\n"
      "}}\n\n"
      "{6}",
      // A backslash at the end of a line would continue the comment.
      on_one_line(report::failure_line(schedule.kind, schedule.message)) + ".", includes(form),
      macro, string_literal(schedule.program), function, raw_literal(report::to_text(schedule)),
      body(schedule, form, function));
}

}  // namespace heddle::cli
