#include "study/matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "config/nearest.hpp"

namespace heddle::study {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

// Calls `literal(text)` and `placeholder(name)` for the parts of a text in order.  Braces around
// anything but a name are literal.
template <typename Literal, typename Placeholder>
void for_each_part(std::string_view text, Literal literal, Placeholder placeholder) {
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
    if (close == text.npos) return literal(text);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (is_name(name)) {
      literal(text.substr(0, open));
      placeholder(name);
      text.remove_prefix(close + 1);
    } else {
      literal(text.substr(0, open + 1));
      text.remove_prefix(open + 1);
    }
  }
}

Error unknown(std::string_view name, const Values& values) {
  std::vector<std::string_view> names;
  for (const auto& [known, value] : values) names.push_back(known);
  const std::string_view meant = config::nearest(name, names);
  if (!meant.empty()) {
    return Error{fmt::format("Unknown parameter '{{{}}}'; did you mean '{{{}}}'?", name, meant)};
  }
  return Error{fmt::format("Unknown parameter '{{{}}}'; define its values in 'matrix'.", name)};
}

}  // namespace

Result<std::vector<Values>> combinations(const Matrix& matrix) {
  std::vector<Values> all(1);
  for (const auto& [name, values] : matrix) {
    if (values.empty())
      return Error{fmt::format("The parameter '{}' has no values; add at least one.", name)};
    if (all.size() * values.size() > kMostCombinations) {
      return Error{fmt::format("A matrix has more than {} combinations; remove some values.",
                               kMostCombinations)};
    }
    std::vector<Values> longer;
    longer.reserve(all.size() * values.size());
    for (const Values& shorter : all) {
      for (const std::string& value : values) {
        longer.push_back(shorter);
        longer.back()[name] = value;
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<std::string> placeholders(std::string_view text) {
  std::vector<std::string> names;
  for_each_part(
      text, [](std::string_view) {}, [&](std::string_view name) { names.emplace_back(name); });
  return names;
}

Result<std::string> fill_in(std::string_view text, const Values& values) {
  std::string filled;
  std::string missing;
  for_each_part(
      text, [&](std::string_view part) { filled += part; },
      [&](std::string_view name) {
        const auto found = values.find(std::string(name));
        if (found != values.end()) {
          filled += found->second;
        } else if (missing.empty()) {
          missing = name;
        }
      });
  if (!missing.empty()) return unknown(missing, values);
  return filled;
}

Result<std::string> name_of(std::string_view text, const Values& values) {
  Result<std::string> name = fill_in(text, values);
  if (!name) return name;
  const std::vector<std::string> mentioned = placeholders(text);
  for (const auto& [parameter, value] : values) {
    if (std::find(mentioned.begin(), mentioned.end(), parameter) != mentioned.end()) continue;
    *name += fmt::format(" {}={}", parameter, value);
  }
  return name;
}

}  // namespace heddle::study
