#include "config/scope_text.hpp"

#include <algorithm>
#include <optional>

#include "config/option_fields.hpp"

namespace heddle::config {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_of(std::string_view("\0\n", 2)) == std::string_view::npos;
}

// Returns where the first pattern ends: at its comma, or at the end of the text.
std::size_t end_of_pattern(std::string_view text) {
  if (text.starts_with('/')) {
    const std::size_t closed = text.find("/,", 1);
    if (closed != std::string_view::npos) return closed + 1;
    if (text.size() > 1 && text.ends_with('/')) return text.size();
  }
  return std::min(text.find(','), text.size());
}

}  // namespace

Status set_focus(RunOptions& into, std::string_view name, std::string_view value) {
  std::vector<std::string> patterns;
  for (std::string_view rest = value;;) {
    const std::size_t end = end_of_pattern(rest);
    const std::string_view pattern = rest.substr(0, end);
    if (!is_name(pattern) || pattern == "//") {
      return bad_value(name, value,
                       "use functions, source files or regular expressions between slashes, "
                       "joined by commas, e.g. push,queue.cpp,/Queue<.*>::/");
    }
    patterns.emplace_back(pattern);
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  into.focus = std::move(patterns);
  return Done{};
}

std::string get_focus(const RunOptions& from) {
  std::string text;
  for (const std::string& pattern : from.focus) text += (text.empty() ? "" : ",") + pattern;
  return text;
}

Status set_start(RunOptions& into, std::string_view name, std::string_view value) {
  if (!is_name(value)) return bad_value(name, value, "use the name of a function");
  into.start = value;
  return Done{};
}

std::string get_start(const RunOptions& from) { return from.start; }

Status set_window(RunOptions& into, std::string_view name, std::string_view value) {
  const std::size_t at = value.find('@');
  const std::optional<std::uint64_t> count = parse_number(value.substr(0, at));
  const std::string_view place =
      at == std::string_view::npos ? std::string_view() : value.substr(at + 1);
  if (!count || *count == 0 || *count > Window::kMost ||
      (at != std::string_view::npos && !is_name(place))) {
    return bad_value(name, value,
                     "use a number of operations, 1 or more, alone or with a place: N@OPERATION or "
                     "N@FUNCTION");
  }
  Window window;
  window.count = *count;
  const bool is_number = !place.empty() && place.find_first_not_of("0123456789") == place.npos;
  if (is_number) {
    window.begin = parse_number(place);
    if (!window.begin || *window.begin > Window::kMost) {
      return bad_value(name, value, "an execution has fewer operations");
    }
  } else {
    window.function = place;
  }
  into.window = window;
  return Done{};
}

std::string get_window(const RunOptions& from) {
  const Window& window = from.window;
  if (window.count == 0) return {};
  std::string text = std::to_string(window.count);
  if (window.begin) text += '@' + std::to_string(*window.begin);
  if (!window.function.empty()) text += '@' + window.function;
  return text;
}

std::string scope_option(const RunOptions& options) {
  if (!options.focus.empty()) return "--focus";
  if (options.window.count > 0) return "--window";
  return options.start.empty() ? "" : "--start";
}

}  // namespace heddle::config
