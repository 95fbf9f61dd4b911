#include "report/annotations.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/step_text.hpp"

namespace heddle::report {
namespace {

// Escapes the characters that end a command, and in a property those that end the property.
std::string command_text(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char c : text) {
    const bool ends_command = c == '%' || c == '\r' || c == '\n';
    const bool ends_property = is_property && (c == ':' || c == ',');
    escaped += ends_command || ends_property ? fmt::format("%{:02X}", static_cast<unsigned char>(c))
                                             : std::string(1, c);
  }
  return escaped;
}

// Replaces control characters in each line.
std::string plain_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines += printable(text.substr(0, end));
    if (end == std::string_view::npos) break;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

std::string github_annotations(const std::vector<Finding>& findings, const SourceRoot& root) {
  std::string text;
  for (const Finding& finding : findings) {
    std::string properties;
    if (!finding.at.file.empty()) {
      const std::string inside = root.inside(finding.at.file);
      properties += "file=" + command_text(inside.empty() ? finding.at.file : inside, true) + ",";
      if (finding.at.line > 0) properties += fmt::format("line={},", finding.at.line);
    }
    std::string title = "Heddle " + finding.rule;
    if (!finding.test.empty()) title += " in " + finding.test;
    std::string message = finding.message;
    if (!finding.trace.empty()) message += "\nreplay it: heddle replay " + finding.trace;
    text += fmt::format("::{} {}title={}::{}\n", finding.fails_run ? "error" : "warning",
                        properties, command_text(printable(title), true),
                        command_text(plain_lines(message), false));
  }
  return text;
}

}  // namespace heddle::report
