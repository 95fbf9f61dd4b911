#include "cli/test_list.hpp"

#include <pugixml.hpp>

#include <string>

namespace heddle::cli {
namespace {

// Removes and returns the first line, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_disabled(std::string_view name) {
  return name.starts_with("DISABLED_") || name.find("/DISABLED_") != std::string_view::npos;
}

// "Suite.  # TypeParam = int" and, below it, "  Test/0  # GetParam() = 1".
std::vector<ListedTest> parse_google_list(std::string_view text) {
  std::vector<ListedTest> tests;
  std::string suite;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    const bool is_test = line.starts_with("  ");
    if (is_test) line.remove_prefix(2);
    line = line.substr(0, line.find("  # "));
    if (!is_test) {
      suite = line.ends_with('.') ? line.substr(0, line.size() - 1) : "";
    } else if (!suite.empty() && !line.empty()) {
      ListedTest& test = tests.emplace_back();
      test.suite = suite;
      test.name = suite + "." + std::string(line);
      test.is_disabled = is_disabled(suite) || is_disabled(line);
    }
  }
  return tests;
}

// One name per line; a name that begins with '#' is quoted.
std::vector<ListedTest> parse_names(std::string_view text) {
  std::vector<ListedTest> tests;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (line.starts_with("\"#") && line.ends_with('"') && line.size() > 2) {
      line = line.substr(1, line.size() - 2);
    }
    if (!line.empty()) tests.emplace_back().name = line;
  }
  return tests;
}

// Loads the document that begins in the text, whatever the program printed before and after it.
pugi::xml_document document_in(std::string_view text, std::string_view root) {
  pugi::xml_document document;
  const std::size_t begin = text.find("<?xml");
  if (begin == std::string_view::npos) return document;
  text.remove_prefix(begin);
  const std::string closing = "</" + std::string(root) + ">";
  if (const std::size_t end = text.find(closing); end != std::string_view::npos) {
    text = text.substr(0, end + closing.size());
  }
  if (!document.load_buffer(text.data(), text.size())) document.reset();
  return document;
}

std::vector<ListedTest> parse_catch_xml(std::string_view text) {
  std::vector<ListedTest> tests;
  const pugi::xml_document document = document_in(text, "MatchingTests");
  for (const pugi::xml_node node : document.child("MatchingTests").children("TestCase")) {
    ListedTest& test = tests.emplace_back();
    test.name = node.child_value("Name");
    test.suite = node.child_value("ClassName");
    test.file = node.child("SourceInfo").child_value("File");
    test.line = node.child("SourceInfo").child("Line").text().as_ullong();
  }
  return tests;
}

std::vector<ListedTest> parse_doctest_xml(std::string_view text) {
  std::vector<ListedTest> tests;
  const pugi::xml_document document = document_in(text, "doctest");
  for (const pugi::xml_node node : document.child("doctest").children("TestCase")) {
    ListedTest& test = tests.emplace_back();
    test.name = node.attribute("name").value();
    test.suite = node.attribute("testsuite").value();
    test.file = node.attribute("filename").value();
    test.line = node.attribute("line").as_ullong();
    test.is_disabled = node.attribute("skipped").as_bool();
  }
  return tests;
}

}  // namespace

std::vector<ListedTest> parse_test_list(Framework framework, std::string_view text) {
  switch (framework) {
    case Framework::google_test:
      return parse_google_list(text);
    case Framework::catch2_v2:
      return parse_names(text);
    case Framework::catch2_v3:
      return parse_catch_xml(text);
    case Framework::doctest:
      break;
  }
  return parse_doctest_xml(text);
}

}  // namespace heddle::cli
