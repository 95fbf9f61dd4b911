// Reads fields of JSON that another process wrote.  A field that is missing or has a wrong type
// leaves its variable as it is.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace heddle::result {

template <typename Json>
void read(const Json& json, const char* name, std::string& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_string()) into = found->template get<std::string>();
}

template <typename Json>
void read(const Json& json, const char* name, std::uint64_t& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_number_unsigned()) {
    into = found->template get<std::uint64_t>();
  }
}

template <typename Json>
void read(const Json& json, const char* name, bool& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_boolean()) into = found->template get<bool>();
}

// Returns the list of this name; an empty one when there is none.
template <typename Json>
const Json& list(const Json& json, const char* name) {
  static const Json kNone = Json::array();
  const auto found = json.find(name);
  return found != json.end() && found->is_array() ? *found : kNone;
}

}  // namespace heddle::result
