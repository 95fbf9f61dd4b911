#include "report/suppressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace heddle::report {
namespace {

// With "*" for anything, and for the whole text.
bool fits_whole(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  std::size_t star = std::string_view::npos;  // the last one, which may take more
  std::size_t taken = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = i;
    } else if (at < pattern.size() && pattern[at] == text[i]) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++taken;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
  const bool from_begin = pattern.starts_with('^');
  if (from_begin) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  return fits_whole((from_begin ? "" : "*") + std::string(pattern) + (to_end ? "" : "*"), text);
}

Suppressions::Suppressions() {
  // Up to GCC 13, a load of std::atomic<std::shared_ptr> releases its lock with relaxed order.
  rules_.push_back({Of::race, Part::any, "^std::_Sp_atomic<"});
}

bool Suppressions::matches(const Rule& rule, std::span<const symbolize::Frame> stack) {
  const auto fits_frame = [&](const symbolize::Frame& frame) {
    if (rule.part == Part::library) return fits(rule.pattern, frame.module);
    return fits(rule.pattern, frame.function) || fits(rule.pattern, frame.file) ||
           fits(rule.pattern, frame.module);
  };
  if (rule.part == Part::top_function) return !stack.empty() && fits_frame(stack.front());
  return std::any_of(stack.begin(), stack.end(), fits_frame);
}

Status Suppressions::add(std::string_view text, std::string_view name) {
  static constexpr std::pair<std::string_view, std::pair<Of, Part>> kKinds[] = {
      {"race", {Of::race, Part::any}},
      {"race_top", {Of::race, Part::top_function}},
      {"called_from_lib", {Of::race, Part::library}},
      {"deadlock", {Of::deadlock, Part::any}},
  };
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.find(':');
    const std::string_view kind = line.substr(0, colon);
    const std::string_view pattern =
        colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1));
    const auto* const known = std::find_if(std::begin(kKinds), std::end(kKinds),
                                           [kind](const auto& one) { return one.first == kind; });
    if (known == std::end(kKinds) || pattern.empty()) {
      return Error{
          fmt::format("{}:{}: '{}' is not a suppression; write race:PATTERN, "
                      "race_top:PATTERN, called_from_lib:PATTERN or deadlock:PATTERN.",
                      name, number, line)};
    }
    rules_.push_back({known->second.first, known->second.second, std::string(pattern)});
  }
  return Done{};
}

bool Suppressions::cover(Of kind, std::span<const symbolize::Frame> stack) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const Rule& rule) { return rule.kind == kind && matches(rule, stack); });
}

bool Suppressions::cover(Of kind, std::string_view name) const {
  if (name.empty()) return false;
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    return rule.kind == kind && rule.part == Part::any && fits(rule.pattern, name);
  });
}

}  // namespace heddle::report
