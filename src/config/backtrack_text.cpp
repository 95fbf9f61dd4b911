#include "config/backtrack_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <system_error>

#include "config/option_value_text.hpp"

namespace heddle::config {
namespace {

using Variants = BacktrackVariants;

// One key of --backtrack-variant: its words, the default first, and the field behind them.
struct VariantKey {
  std::string_view name;
  std::array<std::string_view, 3> words;  // the last may be empty
  void (*set)(Variants& into, std::size_t word);
  std::size_t (*get)(const Variants& from);
};

template <auto Field>
void set_index(Variants& into, std::size_t word) {
  using Value = std::remove_reference_t<decltype(into.*Field)>;
  into.*Field = static_cast<Value>(word);
}

template <auto Field>
std::size_t get_index(const Variants& from) {
  return static_cast<std::size_t>(from.*Field);
}

// For a flag whose first word means true.
template <auto Field>
void set_positive(Variants& into, std::size_t word) {
  into.*Field = word == 0;
}

template <auto Field>
std::size_t get_positive(const Variants& from) {
  return from.*Field ? 0 : 1;
}

constexpr VariantKey kKeys[] = {
    {"depth", {"transitions", "states"}, set_index<&Variants::depth>, get_index<&Variants::depth>},
    {"from", {"at", "beyond"}, set_index<&Variants::from>, get_index<&Variants::from>},
    {"first",
     {"not", "exempt"},
     set_index<&Variants::first_exempt>,
     get_index<&Variants::first_exempt>},
    {"jumps", {"early", "all"}, set_index<&Variants::jumps>, get_index<&Variants::jumps>},
    {"leaving",
     {"counts", "not"},
     set_positive<&Variants::leaving_counts>,
     get_positive<&Variants::leaving_counts>},
    {"length",
     {"below-threshold", "whole-depth", "geometric"},
     set_index<&Variants::length>,
     get_index<&Variants::length>},
    {"clip", {"yes", "no"}, set_positive<&Variants::clip>, get_positive<&Variants::clip>},
    {"partial",
     {"reopen", "lost"},
     set_positive<&Variants::reopen_partial>,
     get_positive<&Variants::reopen_partial>},
    {"revisits",
     {"not", "jump"},
     set_index<&Variants::revisits_jump>,
     get_index<&Variants::revisits_jump>},
};

bool set_variant(Variants& into, std::string_view name, std::string_view value) {
  const auto* key = std::find_if(std::begin(kKeys), std::end(kKeys),
                                 [&](const VariantKey& k) { return k.name == name; });
  if (key == std::end(kKeys) || value.empty()) return false;
  const auto* word = std::find(key->words.begin(), key->words.end(), value);
  if (word == key->words.end()) return false;
  key->set(into, static_cast<std::size_t>(word - key->words.begin()));
  return true;
}

}  // namespace

std::optional<double> parse_chance(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.e-") != std::string_view::npos) {
    return std::nullopt;
  }
  double chance = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, chance);
  if (error != std::errc{} || stop != end || !(chance >= 0 && chance <= 1)) return std::nullopt;
  return chance == 0 ? 0 : chance;  // no negative zero
}

std::string chance_text(double chance) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, chance);
  return error == std::errc{} ? std::string(text, end) : std::string();
}

std::optional<Ratio> parse_ratio(std::string_view text) {
  constexpr std::string_view kFalling = "1-d/";
  Ratio ratio;
  if (text.substr(0, kFalling.size()) == kFalling) {
    ratio.divisor = parse_number(text.substr(kFalling.size()));
    if (!ratio.divisor || *ratio.divisor == 0) return std::nullopt;
    return ratio;
  }
  const std::optional<double> chance = parse_chance(text);
  if (!chance) return std::nullopt;
  ratio.constant = *chance;
  return ratio;
}

std::string to_text(const Ratio& ratio) {
  return ratio.divisor ? "1-d/" + std::to_string(*ratio.divisor) : chance_text(ratio.constant);
}

std::optional<Restarts> parse_restarts(std::string_view text) {
  constexpr std::string_view kLuby = "luby=";
  if (text == "none") return Restarts{};
  if (text == "auto") return Restarts{.when_exhausted = true};
  const bool luby = text.substr(0, kLuby.size()) == kLuby;
  const std::optional<std::uint64_t> every = parse_number(luby ? text.substr(kLuby.size()) : text);
  if (!every || *every == 0) return std::nullopt;
  return Restarts{*every, luby};
}

std::string to_text(const Restarts& restarts) {
  if (restarts.every == 0) return restarts.when_exhausted ? "auto" : "none";
  return (restarts.luby ? "luby=" : "") + std::to_string(restarts.every);
}

std::optional<BacktrackVariants> parse_variants(std::string_view text) {
  Variants variants;
  if (text == "none") return variants;
  std::set<std::string_view> seen;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || !seen.insert(part.substr(0, equals)).second ||
        !set_variant(variants, part.substr(0, equals), part.substr(equals + 1))) {
      return std::nullopt;
    }
    if (comma == std::string_view::npos) return variants;
    text.remove_prefix(comma + 1);
  }
}

std::string to_text(const BacktrackVariants& variants) {
  std::string text;
  for (const VariantKey& key : kKeys) {
    const std::size_t word = key.get(variants);
    if (word == 0) continue;
    text += (text.empty() ? "" : ",") + std::string(key.name) + "=" + std::string(key.words[word]);
  }
  return text.empty() ? "none" : text;
}

std::string variant_keys() {
  std::string text;
  for (const VariantKey& key : kKeys) {
    text += (text.empty() ? "" : ", ") + std::string(key.name) + "=";
    for (std::size_t i = 0; i < key.words.size() && !key.words[i].empty(); ++i) {
      text += (i == 0 ? "" : "|") + std::string(key.words[i]);
    }
  }
  return text;
}

}  // namespace heddle::config
