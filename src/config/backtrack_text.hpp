// Converts the options of randomized backtracking from and to text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/backtrack_options.hpp"

namespace heddle::config {

// Parses a decimal number from 0 to 1: "0.9", "1".
std::optional<double> parse_chance(std::string_view text);
// Returns the shortest text that parse_chance reads back as the same number.
std::string chance_text(double chance);

// Parses a probability, or "1-d/N" for one that falls with the depth d.
std::optional<Ratio> parse_ratio(std::string_view text);
std::string to_text(const Ratio& ratio);

// Parses "auto", "none", "N" or "luby=N".
std::optional<Restarts> parse_restarts(std::string_view text);
std::string to_text(const Restarts& restarts);

// Parses "key=value,key=value", each key at most once, or "none".
std::optional<BacktrackVariants> parse_variants(std::string_view text);
// Lists only the values that differ from the defaults.
std::string to_text(const BacktrackVariants& variants);

// Lists every key with its values, for an error message.
std::string variant_keys();

}  // namespace heddle::config
