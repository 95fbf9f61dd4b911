// Takes fields out of a JSON object that a user may have edited.  A missing field leaves its
// default; the name of one with a wrong type is remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::result {

class ObjectReader {
 public:
  using Json = nlohmann::ordered_json;

  // Keeps references to both.  `wrong` is the name of the first wrong field.
  ObjectReader(const Json& json, std::string& wrong) : json_(json), wrong_(wrong) {}

  void field(const char* name, std::string& into) {
    take(name, [&](const Json& json) { return json.is_string() && assign(json, into); });
  }
  void field(const char* name, std::uint64_t& into) {
    take(name, [&](const Json& json) { return json.is_number_unsigned() && assign(json, into); });
  }
  void field(const char* name, std::optional<std::uint64_t>& into) {
    take(name, [&](const Json& json) {
      return json.is_number_unsigned() && assign(json, into.emplace());
    });
  }
  void field(const char* name, double& into) {
    take(name, [&](const Json& json) { return json.is_number() && assign(json, into); });
  }
  void field(const char* name, std::optional<double>& into) {
    take(name, [&](const Json& json) { return json.is_number() && assign(json, into.emplace()); });
  }
  void field(const char* name, bool& into) {
    take(name, [&](const Json& json) { return json.is_boolean() && assign(json, into); });
  }
  void field(const char* name, std::vector<std::string>& into) {
    list(name,
         [&](const Json& one) { return one.is_string() && assign(one, into.emplace_back()); });
  }
  void field(const char* name, std::vector<std::uint64_t>& into) {
    list(name, [&](const Json& one) {
      return one.is_number_unsigned() && assign(one, into.emplace_back());
    });
  }
  void field(const char* name, std::map<std::string, std::string>& into) {
    take(name, [&](const Json& json) {
      if (!json.is_object()) return false;
      for (const auto& [key, value] : json.items()) {
        if (!value.is_string() || !assign(value, into[key])) return false;
      }
      return true;
    });
  }
  // Takes one of some words as its index.
  template <typename Enum>
  void word(const char* name, std::span<const std::string_view> words, Enum& into) {
    take(name, [&](const Json& json) {
      for (std::size_t i = 0; json.is_string() && i < words.size(); ++i) {
        if (json.get_ref<const std::string&>() != words[i]) continue;
        into = static_cast<Enum>(i);
        return true;
      }
      return false;
    });
  }
  // Takes a field as a whole; `take_value` returns false if it is wrong.
  template <typename Take>
  void take(const char* name, Take take_value) {
    const auto found = json_.find(name);
    if (found != json_.end() && !take_value(*found) && wrong_.empty()) wrong_ = name;
  }
  // Takes each member of a list; `take_one` returns false if it is wrong.
  template <typename Take>
  void list(const char* name, Take take_one) {
    take(name, [&](const Json& json) {
      if (!json.is_array()) return false;
      for (const Json& one : json) {
        if (!take_one(one)) return false;
      }
      return true;
    });
  }

 private:
  template <typename T>
  static bool assign(const Json& json, T& into) {
    into = json.get<T>();
    return true;
  }

  const Json& json_;
  std::string& wrong_;
};

}  // namespace heddle::result
