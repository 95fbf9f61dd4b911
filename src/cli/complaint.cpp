#include "cli/complaint.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <cstdio>

#include "cli/exit_code.hpp"

namespace heddle::cli {

std::string on_one_line(std::string_view sentence) {
  std::string line;
  for (const char c : sentence) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f) {
      line += fmt::format("\\x{:02x}", code);
    } else {
      line += c;
    }
  }
  return line;
}

namespace {

// Returns whether the first word has only small letters, and is not the name of a command.
bool begins_with_word(std::string_view line) {
  const std::string_view word = line.substr(0, line.find(' '));
  return !word.empty() && word != "gdb" && word.size() < line.size() &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

int complain(std::string_view sentence) {
  std::string line = on_one_line(sentence);
  // Some errors are clauses in other texts: "not explored: the program calls fork".
  if (begins_with_word(line)) line.front() = static_cast<char>(line.front() - 'a' + 'A');
  if (!line.ends_with('.') && !line.ends_with('?')) line += '.';
  fmt::print(stderr, "heddle: {}\n", line);
  return kExitUsage;
}

}  // namespace heddle::cli
