// How the option table reads and writes the usual kinds of fields.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "config/option_value_text.hpp"
#include "config/run_options.hpp"
#include "config/words.hpp"
#include "core/result.hpp"

namespace heddle::config {

// "--name does not take 'value'; `expected`."
inline Error bad_value(std::string_view name, std::string_view value, std::string_view expected) {
  return Error{"--" + std::string(name) + " does not accept '" + std::string(value) + "'; " +
               std::string(expected) + "."};
}

template <typename Enum>
std::string known_words() {
  std::string list;
  for (const auto& [word, meaning] : Words<Enum>::known) {
    list += (list.empty() ? "" : ", ") + std::string(word);
  }
  return list;
}

template <typename Enum>
Status read_word(Enum& field, std::string_view name, std::string_view value) {
  for (const auto& [word, meaning] : Words<Enum>::known) {
    if (word == value) {
      field = meaning;
      return Done{};
    }
  }
  const auto& planned = Words<Enum>::planned;
  if (std::find(planned.begin(), planned.end(), value) != planned.end()) {
    return Error{"--" + std::string(name) + " " + std::string(value) +
                 " is not available yet in this version; available now: " + known_words<Enum>() +
                 "."};
  }
  return bad_value(name, value, "use one of: " + known_words<Enum>());
}

template <typename Enum>
std::string word_of(Enum value) {
  for (const auto& [word, meaning] : Words<Enum>::known) {
    if (meaning == value) return std::string(word);
  }
  return {};
}

inline Status read_flag(bool& field, std::string_view name, std::string_view value) {
  const std::optional<bool> flag = parse_bool(value);
  if (!flag) return bad_value(name, value, "use true or false");
  field = *flag;
  return Done{};
}

template <auto Field>
Status set_word(RunOptions& into, std::string_view name, std::string_view value) {
  return read_word(into.*Field, name, value);
}

template <auto Field>
std::string get_word(const RunOptions& from) {
  return word_of(from.*Field);
}

template <auto Field, std::uint64_t Least = 0>
Status set_number(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number < Least) {
    return bad_value(name, value, "use a whole number, " + std::to_string(Least) + " or more");
  }
  into.*Field = *number;
  return Done{};
}

template <auto Field>
std::string get_number(const RunOptions& from) {
  return std::to_string(from.*Field);
}

template <auto Field>
Status set_limit(RunOptions& into, std::string_view name, std::string_view value) {
  if (value == "none") {
    (into.*Field).reset();
    return Done{};
  }
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number == 0) {
    return bad_value(name, value, "use a whole number, 1 or more, or none");
  }
  into.*Field = *number;
  return Done{};
}

template <auto Field>
std::string get_limit(const RunOptions& from) {
  return from.*Field ? std::to_string(*(from.*Field)) : "none";
}

// A number of waits, which the search chooses if it is absent.
template <auto Field>
Status set_waits(RunOptions& into, std::string_view name, std::string_view value) {
  if (value == "auto") {
    (into.*Field).reset();
    return Done{};
  }
  const std::optional<std::uint64_t> number = value == "all" ? kAllWaits : parse_number(value);
  if (!number) return bad_value(name, value, "use a whole number, all, or auto");
  into.*Field = std::min(*number, kAllWaits);
  return Done{};
}

template <auto Field>
std::string get_waits(const RunOptions& from) {
  if (!(from.*Field)) return "auto";
  return *(from.*Field) == kAllWaits ? "all" : std::to_string(*(from.*Field));
}

template <auto Field>
Status set_flag(RunOptions& into, std::string_view name, std::string_view value) {
  return read_flag(into.*Field, name, value);
}

template <auto Field>
std::string get_flag(const RunOptions& from) {
  return from.*Field ? "true" : "false";
}

inline Status read_path(std::string& field, std::string_view name, std::string_view value) {
  if (value.empty() || value.find('\0') != std::string_view::npos) {
    return bad_value(name, "", "use the name of a file");
  }
  field = value;
  return Done{};
}

template <auto Field>
Status set_path(RunOptions& into, std::string_view name, std::string_view value) {
  return read_path(into.*Field, name, value);
}

template <auto Field>
std::string get_path(const RunOptions& from) {
  return from.*Field;
}

}  // namespace heddle::config
