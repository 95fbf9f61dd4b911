#include "config/guided_text.hpp"

#include <algorithm>

#include "config/option_fields.hpp"

namespace heddle::config {
namespace {

constexpr std::uint64_t kMostThreads = 65'535;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string without_blanks_around(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

Status set_via(RunOptions& into, std::string_view name, std::string_view value) {
  const bool has_semicolon = value.find(';') != std::string_view::npos;
  std::vector<std::string> locations = split(value, has_semicolon ? ';' : ',');
  if (has_semicolon && locations.back().empty()) locations.pop_back();
  for (std::string& location : locations) {
    location = without_blanks_around(location);
    if (location.empty() || location.find('\0') != std::string::npos) {
      return bad_value(name, value,
                       "use locations joined by commas, each as FILE:LINE, FUNCTION or "
                       "FUNCTION+write(VARIABLE)");
    }
  }
  into.guided.via = std::move(locations);
  return Done{};
}

std::string get_via(const RunOptions& from) {
  const std::vector<std::string>& via = from.guided.via;
  const bool has_comma = std::any_of(via.begin(), via.end(), [](const std::string& location) {
    return location.find(',') != std::string::npos;
  });
  std::string text;
  for (const std::string& location : via) {
    if (!text.empty()) text += has_comma ? ';' : ',';
    text += location;
  }
  // Otherwise a single location with a comma would be read as two.
  return has_comma ? text + ';' : text;
}

Status set_via_file(RunOptions& into, std::string_view name, std::string_view value) {
  return read_path(into.guided.via_file, name, value);
}

std::string get_via_file(const RunOptions& from) { return from.guided.via_file; }

Status set_guide(RunOptions& into, std::string_view name, std::string_view value) {
  return read_path(into.guided.guide, name, value);
}

std::string get_guide(const RunOptions& from) { return from.guided.guide; }

Status set_heuristic(RunOptions& into, std::string_view name, std::string_view value) {
  constexpr std::string_view kPreference = "prefer-thread=";
  const auto refuse = [&] {
    return bad_value(name, value, "use one of: distance, random, prefer-thread=N,...");
  };
  Heuristic heuristic;
  if (value == "random") {
    heuristic.kind = Heuristic::Kind::random;
  } else if (value.substr(0, kPreference.size()) == kPreference) {
    heuristic.kind = Heuristic::Kind::prefer_thread;
    for (const std::string& word : split(value.substr(kPreference.size()), ',')) {
      const std::optional<std::uint64_t> thread = parse_number(word);
      if (!thread || *thread > kMostThreads) return refuse();
      heuristic.threads.push_back(*thread);
    }
  } else if (value != "distance") {
    return refuse();
  }
  into.guided.heuristic = std::move(heuristic);
  return Done{};
}

std::string get_heuristic(const RunOptions& from) {
  const Heuristic& heuristic = from.guided.heuristic;
  switch (heuristic.kind) {
    case Heuristic::Kind::distance:
      return "distance";
    case Heuristic::Kind::random:
      return "random";
    case Heuristic::Kind::prefer_thread:
      break;
  }
  std::string text = "prefer-thread=";
  for (std::size_t i = 0; i < heuristic.threads.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(heuristic.threads[i]);
  }
  return text;
}

Status set_backtrack_states(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number == 0) return bad_value(name, value, "use a whole number, 1 or more");
  into.guided.backtrack_states = *number;
  return Done{};
}

std::string get_backtrack_states(const RunOptions& from) {
  return std::to_string(from.guided.backtrack_states);
}

}  // namespace heddle::config
