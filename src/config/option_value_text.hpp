// Values of options from and to text.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/run_options.hpp"

namespace heddle::config {

// Decimal digits only; nothing when the text is anything else or too large.
std::optional<std::uint64_t> parse_number(std::string_view text);

// true, false, 1, 0, yes, no, on, off.
std::optional<bool> parse_bool(std::string_view text);

// "500ms", "30s", "5m", "1h"; a bare number means seconds.  More than 0, at most a year.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
// In the largest unit that divides it.
std::string to_text(std::chrono::milliseconds duration);

// "preemptions=2,depth=100" in any order, each at most once, or "none".
std::optional<Bound> parse_bound(std::string_view text);
std::string to_text(const Bound& bound);

// "64MiB", "1GiB", "512KiB", "4096B"; a bare number means bytes.  More than 0.
std::optional<std::uint64_t> parse_size(std::string_view text);
// In the largest unit that divides it.
std::string size_text(std::uint64_t bytes);

// "exact", "exact128" or "bitstate=SIZE".
std::optional<Visited> parse_visited(std::string_view text);
std::string to_text(const Visited& visited);

// "default", "random", "switch" or "prefer-thread=N".
std::optional<Order> parse_order(std::string_view text);
std::string to_text(const Order& order);

std::vector<std::string> split_at_blanks(std::string_view text);

}  // namespace heddle::config
