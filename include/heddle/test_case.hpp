// Shared code of the headers for test frameworks.  Include heddle/gtest.hpp or heddle/catch.hpp
// instead.
#ifndef HEDDLE_TEST_CASE_HPP
#define HEDDLE_TEST_CASE_HPP

#include <heddle/heddle.hpp>
#include <string>
#include <utility>

namespace heddle {
namespace detail {

// Returns a framework's message, which may have many lines, as one line.
inline std::string one_line(const std::string& message) {
  std::string line;
  bool blank = false;
  for (const char c : message) {
    const bool is_blank = c == '\n' || c == ' ' || c == '\t';
    if (is_blank && !blank && !line.empty()) line += ' ';
    if (!is_blank) line += c;
    blank = is_blank;
  }
  return line;
}

// Converts the name of a test to a file name that needs no quoting.
inline std::string file_name(const std::string& test) {
  std::string name;
  for (const char c : test) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '-';
    name += plain ? c : '-';
  }
  return name;
}

// Explores the body of a test.  Its trace has the test's name.
template <typename Function>
Result explore_case(const std::string& test, Function&& function) {
  const std::string options = "trace=heddle-" + file_name(test) + ".trace";
  return explore(std::forward<Function>(function), options.c_str());
}

}  // namespace detail
}  // namespace heddle

#endif
