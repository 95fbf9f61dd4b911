#include "guidance/recovery/location_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>

namespace heddle::guidance {
namespace {

constexpr auto kNowhere = std::string_view::npos;
constexpr std::size_t kCandidates = 3;

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isalpha(c) != 0; });
}

// Splits "+KIND" or "+KIND(VAR)" off the end; false when there is none.
bool split_kind(std::string_view text, std::string_view& place, std::string_view& kind,
                std::string_view& variable) {
  std::size_t open = kNowhere;
  std::string_view rest = text;
  if (text.ends_with(')')) {
    // The bracket may contain brackets: "f+write(a(int)::b)".
    int depth = 0;
    for (std::size_t at = text.size(); at-- > 0;) {
      if (text[at] == ')') ++depth;
      if (text[at] == '(' && --depth == 0) {
        open = at;
        break;
      }
    }
    if (open == kNowhere) return false;
    rest = text.substr(0, open);
    variable = text.substr(open + 1, text.size() - open - 2);
  }
  const std::size_t plus = rest.rfind('+');
  if (plus == kNowhere || plus == 0 || !is_word(rest.substr(plus + 1))) return false;
  place = rest.substr(0, plus);
  kind = rest.substr(plus + 1);
  return true;
}

std::string last_component(std::string_view name) {
  const std::size_t slash = name.find_last_of("/:");
  std::string part(slash == kNowhere ? name : name.substr(slash + 1));
  for (char& c : part) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return part;
}

std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t change = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[to.size()];
}

}  // namespace

Result<LocationText> parse_location(const std::string& text) {
  LocationText parsed;
  std::string_view place = text;
  std::string_view kind;
  std::string_view variable;
  if (split_kind(text, place, kind, variable)) {
    const std::optional<Wanted> wanted = wanted_by(kind);
    if (!wanted) {
      return Error{"In '" + text + "', '" + std::string(kind) +
                   "' is no kind of operation; use read, write, lock, unlock, wait or notify."};
    }
    parsed.wanted = *wanted;
    parsed.variable = variable;
  } else {
    place = text;
  }
  const std::size_t colon = place.rfind(':');
  if (colon != kNowhere && colon > 0 && colon + 1 < place.size() && place[colon - 1] != ':') {
    const char* const end = place.data() + place.size();
    const auto [stop, error] = std::from_chars(place.data() + colon + 1, end, parsed.line);
    if (error != std::errc{} || stop != end || parsed.line <= 0) {
      return Error{"'" + text + "' has no line number after the colon; write FILE:LINE."};
    }
    parsed.file = place.substr(0, colon);
    return parsed;
  }
  parsed.function = place;
  if (parsed.function.empty()) return Error{"A location is empty; name FILE:LINE or a function."};
  return parsed;
}

std::vector<std::string> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names) {
  const std::string word = last_component(wanted);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& name : names) {
    const std::string part = last_component(name);
    const bool contains = !word.empty() && part.find(word) != std::string::npos;
    ranked.emplace_back(contains ? 0 : edits(word, part), name);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [distance, name] : ranked) {
    if (nearest.size() == kCandidates) break;
    nearest.push_back(name);
  }
  return nearest;
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace heddle::guidance
