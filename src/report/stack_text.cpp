#include "report/stack_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/paint.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

std::string source(const symbolize::Frame& frame) {
  if (frame.file.empty()) return std::string(symbolize::base_name(frame.module));
  return frame.line > 0 ? fmt::format("{}:{}", frame.file, frame.line) : frame.file;
}

}  // namespace

std::string stack_text(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack,
                       bool full) {
  const std::vector<symbolize::Frame> frames = expand(symbols, stack);
  // A stack of library functions alone is shown whole: there is nothing else to see.
  const bool all = full || std::all_of(frames.begin(), frames.end(), symbolize::is_library_frame);
  std::size_t widest = 0;
  for (const symbolize::Frame& frame : frames) {
    if (all || !symbolize::is_library_frame(frame)) {
      widest = std::max(widest, width_of(symbolize::short_name(frame.function)));
    }
  }
  std::string text;
  std::size_t hidden = 0;
  const auto tell_hidden = [&] {
    if (hidden > 0)
      text += fmt::format("  ({} call{} in libraries)\n", hidden, hidden == 1 ? "" : "s");
    hidden = 0;
  };
  for (const symbolize::Frame& frame : frames) {
    if (!all && symbolize::is_library_frame(frame)) {
      ++hidden;
      continue;
    }
    tell_hidden();
    text += "  " + padded(symbolize::short_name(frame.function), widest) + "  " + source(frame);
    text += '\n';
  }
  tell_hidden();
  return text;
}

}  // namespace heddle::report
