// Reads the thread-safety warnings that Clang prints (`-Wthread-safety`).
#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

// The parts of "x.cpp:28:20: warning: writing variable ... [-Wthread-safety-analysis]".
struct Diagnostic {
  Site site;
  std::string_view message;
};

bool read_diagnostic(std::string_view line, Diagnostic& diagnostic) {
  const std::size_t flag = line.rfind(" [-W");
  if (flag == std::string_view::npos || !contains(line.substr(flag), "-Wthread-safety"))
    return false;
  std::size_t word = line.find(": warning: ");
  std::size_t length = 11;
  if (word == std::string_view::npos) {
    word = line.find(": error: ");
    length = 9;
  }
  if (word == std::string_view::npos || word + length > flag) return false;
  diagnostic.message = line.substr(word + length, flag - word - length);
  return split_place(line.substr(0, word), diagnostic.site.file, diagnostic.site.line);
}

Warning warning_of(Diagnostic diagnostic) {
  const std::string_view message = diagnostic.message;
  Warning warning{.kind = WarningKind::other, .title = std::string(message)};
  if (contains(message, "requires holding")) {
    warning.kind = WarningKind::unprotected;
    warning.variable = quoted_in(message);
    if (message.starts_with("reading")) diagnostic.site.kind = SiteKind::read;
    if (message.starts_with("writing")) diagnostic.site.kind = SiteKind::write;
  } else if (contains(message, "must be acquired before")) {
    warning.kind = WarningKind::lock_cycle;
    diagnostic.site.kind = SiteKind::lock;
    warning.cycle.push_back({std::nullopt, std::move(diagnostic.site)});
    return warning;
  }
  warning.sites.push_back(std::move(diagnostic.site));
  return warning;
}

}  // namespace

bool is_clang_log(std::string_view text) { return contains(text, "-Wthread-safety"); }

std::vector<Warning> read_clang_log(std::string_view text) {
  std::vector<Warning> warnings;
  std::string_view line;
  while (next_line(text, line)) {
    Diagnostic diagnostic;
    if (read_diagnostic(line, diagnostic)) warnings.push_back(warning_of(std::move(diagnostic)));
  }
  return warnings;
}

}  // namespace heddle::guidance
