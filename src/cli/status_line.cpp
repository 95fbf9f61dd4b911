#include "cli/status_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "core/number_text.hpp"

namespace heddle::cli {
namespace {

// A log wants a sign of life, not a film.
constexpr double kLogInterval = 5.0;

std::string counted(std::uint64_t number, const char* what) {
  return fmt::format("  {} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

// A number of schedules may be far too large to be written out.
std::string rounded(double number) {
  constexpr double kLarge = 1e6;
  return number < kLarge ? grouped(static_cast<std::uint64_t>(number))
                         : fmt::format("{:.0e}", number);
}

std::string estimate_text(const result::ScheduleEstimate& estimate) {
  return fmt::format("of about {} ({} to {})", rounded(estimate.schedules), rounded(estimate.low),
                     rounded(estimate.high));
}

}  // namespace

std::string progress_text(const fleet::Progress& progress, int width, std::optional<double> limit) {
  std::string text = fmt::format("{:.1f} s", progress.seconds);
  if (limit) text += fmt::format(", {:.0f} s left", std::max(0.0, *limit - progress.seconds));
  text += fmt::format("  {} executions", grouped(progress.executions));
  if (progress.seconds >= 0.5) {
    const double rate = static_cast<double>(progress.executions) / progress.seconds;
    text += fmt::format(" ({}/s)", grouped(static_cast<std::uint64_t>(rate)));
  }
  if (progress.states > 0) text += fmt::format("  {} states", grouped(progress.states));
  text += fmt::format("  depth {}", progress.max_depth);
  if (progress.estimate) text += "  " + estimate_text(*progress.estimate);
  if (progress.errors > 0) text += counted(progress.errors, "error");
  if (progress.races > 0) text += counted(progress.races, "data race");
  if (progress.memory > 0) text += fmt::format("  {} MiB", progress.memory >> 20U);
  if (progress.searches > 1) text += fmt::format("  {} searches", progress.searches);
  if (!progress.phase.empty()) text += "  " + progress.phase;
  if (width > 0 && text.size() > static_cast<std::size_t>(width)) {
    text.resize(static_cast<std::size_t>(width));
  }
  return text;
}

StatusLine::StatusLine(std::FILE* stream, const Terminal& terminal, bool quiet,
                       std::optional<double> limit, std::string title)
    : stream_(stream),
      terminal_(terminal),
      quiet_(quiet),
      limit_(limit),
      title_(std::move(title)),
      next_log_(kLogInterval) {}

StatusLine::~StatusLine() {
  try {
    clear();
  } catch (...) {
    // A terminal that cannot be written to is no reason to lose the result.
  }
}

void StatusLine::update(const fleet::Progress& progress) {
  const std::string text = progress_text(progress, 0, limit_);
  show(title_.empty() ? text : title_ + ": " + text, progress.seconds);
}

void StatusLine::show(const std::string& text, double seconds) {
  if (quiet_) return;
  if (terminal_.interactive) {
    // One column is left free: a full line would scroll some terminals.
    const auto width = static_cast<std::size_t>(std::max(1, terminal_.width - 1));
    fmt::print(stream_, "\r\x1b[K{}", text.substr(0, width));
    std::fflush(stream_);
    shown_ = true;
  } else if (seconds >= next_log_) {
    fmt::print(stream_, "heddle: {}\n", text);
    next_log_ = seconds + kLogInterval;
  }
}

void StatusLine::clear() {
  if (!shown_) return;
  fmt::print(stream_, "\r\x1b[K");
  std::fflush(stream_);
  shown_ = false;
}

}  // namespace heddle::cli
