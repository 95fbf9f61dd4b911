#include "cli/complaint.hpp"

#include <fmt/core.h>

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

int complain(std::string_view sentence) {
  std::string line = on_one_line(sentence);
  // A refusal of the program is a clause in other texts: "not explored: the program calls fork".
  if (line.starts_with("the ")) line.front() = 'T';
  fmt::print(stderr, "heddle: {}\n", line);
  return kExitUsage;
}

}  // namespace heddle::cli
