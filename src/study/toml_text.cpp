#include "study/toml_text.hpp"

#include <fmt/core.h>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace heddle::study {
namespace {

using Json = nlohmann::json;

// Turns a node into JSON; false at a date or time.
bool convert(const toml::node& node, Json& into) {
  if (const auto* text = node.as_string()) {
    into = text->get();
  } else if (const auto* whole = node.as_integer()) {
    into = whole->get();
  } else if (const auto* real = node.as_floating_point()) {
    into = real->get();
  } else if (const auto* flag = node.as_boolean()) {
    into = flag->get();
  } else if (const auto* array = node.as_array()) {
    into = Json::array();
    for (const toml::node& element : *array) {
      if (!convert(element, into.emplace_back())) return false;
    }
  } else if (const auto* table = node.as_table()) {
    into = Json::object();
    for (const auto& [key, value] : *table) {
      if (!convert(value, into[std::string(key.str())])) return false;
    }
  } else {
    return false;
  }
  return true;
}

}  // namespace

Result<Json> parse_toml(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return Error{fmt::format("'{}' is not TOML (line {}: {}).", file, error.source().begin.line,
                             error.description())};
  }
  Json json;
  if (!convert(parsed.table(), json)) {
    return Error{fmt::format(
        "'{}' has a date or a time, which no key of a study accepts; remove it.", file)};
  }
  return json;
}

}  // namespace heddle::study
