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
  fmt::print(stderr, "heddle: {}\n", on_one_line(sentence));
  return kExitUsage;
}

}  // namespace heddle::cli
