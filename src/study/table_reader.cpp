#include "study/table_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "config/nearest.hpp"

namespace heddle::study {

using Json = nlohmann::json;

std::optional<std::string> word_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return std::nullopt;
}

TableReader::TableReader(const Json& table, std::string where,
                         const std::vector<std::string_view>& keys)
    : table_(table), where_(std::move(where)) {
  for (const auto& [key, value] : table.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string_view meant = config::nearest(key, keys);
    fail(meant.empty() ? fmt::format("has an unknown key '{}'; docs/studies.md lists the keys", key)
                       : fmt::format("has an unknown key '{}'; did you mean '{}'?", key, meant));
  }
}

void TableReader::fail(const std::string& words) {
  fail_with(where_ + " " + words + (words.back() == '?' ? "" : "."));
}

void TableReader::fail_with(const std::string& sentence) {
  if (wrong_.empty()) wrong_ = sentence;
}

Status TableReader::status() const {
  if (wrong_.empty()) return Done{};
  return Error{wrong_};
}

const Json* TableReader::any(const char* key) const {
  const auto found = table_.find(key);
  return found == table_.end() ? nullptr : &*found;
}

void TableReader::text(const char* key, std::string& into) {
  const Json* value = any(key);
  if (value == nullptr) return;
  if (!value->is_string() || value->get<std::string>().empty()) {
    return fail(fmt::format("needs a string for '{}'", key));
  }
  into = value->get<std::string>();
}

void TableReader::number(const char* key, std::optional<std::uint64_t>& into) {
  const Json* value = any(key);
  if (value == nullptr) return;
  if (!value->is_number_integer() || value->get<std::int64_t>() < 1) {
    return fail(fmt::format("needs a whole number, 1 or more, for '{}'", key));
  }
  into = value->get<std::uint64_t>();
}

void TableReader::words(const char* key, std::vector<std::string>& into) {
  const Json* value = any(key);
  if (value == nullptr) return;
  into.clear();
  const Json list = value->is_array() ? *value : Json::array({*value});
  for (const Json& element : list) {
    std::optional<std::string> word = word_of(element);
    if (!word) return fail(fmt::format("needs a list of strings or numbers for '{}'", key));
    into.push_back(std::move(*word));
  }
}

const Json* TableReader::table(const char* key) {
  const Json* value = any(key);
  if (value == nullptr || value->is_object()) return value;
  fail(fmt::format("needs a table for '{}'", key));
  return nullptr;
}

}  // namespace heddle::study
