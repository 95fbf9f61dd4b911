#include "result/ignored_races.hpp"

#include <cstdlib>
#include <optional>

namespace heddle::result {
namespace {

std::string text_of(const CodePlace& place) {
  constexpr const char* kHexDigits = "0123456789abcdef";
  std::string digits;
  for (std::uint64_t rest = place.offset; rest != 0; rest /= 16) {
    digits.insert(digits.begin(), kHexDigits[rest % 16]);
  }
  return place.module.substr(place.module.rfind('/') + 1) + '+' + (digits.empty() ? "0" : digits);
}

std::optional<CodePlace> place_of(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const std::string digits(text.substr(plus + 1));
  char* end = nullptr;
  const std::uint64_t offset = std::strtoull(digits.c_str(), &end, 16);
  if (digits.empty() || *end != '\0') return std::nullopt;
  return CodePlace{std::string(text.substr(0, plus)), offset};
}

}  // namespace

std::string ignored_race_text(const FoundRace& race) {
  return text_of(race.earlier.place) + '/' + text_of(race.later.place);
}

std::vector<PlacePair> ignored_races(std::string_view text) {
  std::vector<PlacePair> pairs;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t slash = one.find('/');
    if (slash == std::string_view::npos) continue;
    const auto first = place_of(one.substr(0, slash));
    const auto second = place_of(one.substr(slash + 1));
    if (first && second) pairs.emplace_back(*first, *second);
  }
  return pairs;
}

}  // namespace heddle::result
