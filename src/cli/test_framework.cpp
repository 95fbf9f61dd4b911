#include "cli/test_framework.hpp"

#include <algorithm>

namespace heddle::cli {
namespace {

bool has(std::string_view content, std::string_view mark) {
  return content.find(mark) != std::string_view::npos;
}

std::string escaped_with_backslash(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// GoogleTest has no escapes: '?' stands for the characters that separate patterns.
std::string google_pattern(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ':' || c == '-'; }, '?');
  return name;
}

// '~' and '-' are special only at the beginning.
std::string catch_pattern(const std::string& name) {
  const bool is_option = name.starts_with('-') || name.starts_with('~');
  return (is_option ? "\\" : "") + escaped_with_backslash(name, "\\,[]\"");
}

}  // namespace

std::string_view framework_name(Framework framework) {
  switch (framework) {
    case Framework::google_test:
      return "GoogleTest";
    case Framework::catch2_v2:
    case Framework::catch2_v3:
      return "Catch2";
    case Framework::doctest:
      break;
  }
  return "doctest";
}

std::vector<Framework> frameworks_in(std::string_view content) {
  std::vector<Framework> found;
  // The help of a static library, or a symbol of a shared one.
  if (has(content, "gtest_list_tests") || has(content, "MakeAndRegisterTestInfo")) {
    found.push_back(Framework::google_test);
  }
  if (has(content, "--list-test-names-only")) {
    found.push_back(Framework::catch2_v2);
  } else if ((has(content, "--list-tests") && has(content, "Catch2")) ||
             has(content, "5Catch7AutoReg")) {
    found.push_back(Framework::catch2_v3);
  }
  if (has(content, "list-test-cases") || has(content, "7doctest6detail8TestCase")) {
    found.push_back(Framework::doctest);
  }
  return found;
}

Arguments list_arguments(Framework framework) {
  switch (framework) {
    case Framework::google_test:
      return {"--gtest_list_tests"};
    case Framework::catch2_v2:
      return {"--list-test-names-only"};
    case Framework::catch2_v3:
      return {"--list-tests", "--reporter", "xml"};
    case Framework::doctest:
      break;
  }
  return {"--list-test-cases", "--reporters=xml", "--no-skip=true"};
}

Arguments filter_arguments(Framework framework, const std::string& filter) {
  if (filter.empty()) return {};
  switch (framework) {
    case Framework::google_test:
      return {"--gtest_filter=" + filter};
    case Framework::catch2_v2:
    case Framework::catch2_v3:
      return {filter};
    case Framework::doctest:
      break;
  }
  return {"--test-case=" + filter};
}

std::string exact_filter(Framework framework, const ListedTest& test) {
  switch (framework) {
    case Framework::google_test:
      return google_pattern(test.name);
    case Framework::catch2_v2:
    case Framework::catch2_v3:
      return catch_pattern(test.name);
    case Framework::doctest:
      break;
  }
  return escaped_with_backslash(test.name, "\\,");
}

Arguments select_arguments(Framework framework, const ListedTest& test) {
  Arguments arguments = filter_arguments(framework, exact_filter(framework, test));
  // Otherwise a test that skips itself would look like a failure.
  if (framework == Framework::catch2_v3) arguments.push_back("--allow-running-no-tests");
  if (framework != Framework::doctest) return arguments;
  arguments.push_back("--case-sensitive=true");
  if (!test.suite.empty()) {
    arguments.push_back("--test-suite=" + escaped_with_backslash(test.suite, "\\,"));
  }
  return arguments;
}

}  // namespace heddle::cli
