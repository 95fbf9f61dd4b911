#include "core/schedule.hpp"

#include <charconv>

namespace heddle {

std::string to_text(const Schedule& schedule) {
  std::string text;
  for (const Decision& decision : schedule) {
    if (!text.empty()) text += ' ';
    text += std::to_string(index(decision.thread));
    if (decision.alternative != 0) text += ':' + std::to_string(decision.alternative);
  }
  return text;
}

Result<Schedule> parse_schedule(std::string_view text) {
  Schedule schedule;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](std::uint16_t& into) {
    const auto [rest, error] = std::from_chars(at, end, into);
    at = rest;
    return error == std::errc{};
  };
  while (at != end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    std::uint16_t thread = 0;
    std::uint16_t alternative = 0;
    bool ok = number(thread);
    if (ok && at != end && *at == ':') {
      ++at;
      ok = number(alternative);
    }
    if (!ok || (at != end && *at != ' ')) {
      return Error{"a schedule is a list of thread numbers, each with an optional ':alternative'"};
    }
    schedule.push_back({ThreadId{thread}, alternative});
  }
  return schedule;
}

}  // namespace heddle
