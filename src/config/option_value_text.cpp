#include "config/option_value_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace heddle::config {
namespace {

struct Unit {
  std::string_view suffix;
  std::uint64_t milliseconds;
};

// Largest first, as to_text needs them.
constexpr std::array<Unit, 4> kUnits{{{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

// Largest first, as size_text needs them.
struct SizeUnit {
  std::string_view suffix;
  unsigned shift;
};
constexpr std::array<SizeUnit, 5> kSizeUnits{
    {{"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}, {"B", 0}}};

// No machine has an exbibyte.
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 60U;

constexpr std::uint64_t kYear = 365ULL * 24 * 3'600'000;

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::optional<bool> parse_bool(std::string_view text) {
  for (const std::string_view word : {"true", "1", "yes", "on"}) {
    if (text == word) return true;
  }
  for (const std::string_view word : {"false", "0", "no", "off"}) {
    if (text == word) return false;
  }
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view suffix = digits == text.size() ? "s" : text.substr(digits);
  const std::optional<std::uint64_t> number = parse_number(text.substr(0, digits));
  const auto* unit =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.suffix == suffix; });
  if (!number || *number == 0 || unit == kUnits.end()) return std::nullopt;
  if (*number > kYear / unit->milliseconds) return std::nullopt;
  return std::chrono::milliseconds(*number * unit->milliseconds);
}

std::string to_text(std::chrono::milliseconds duration) {
  const auto count = static_cast<std::uint64_t>(duration.count());
  const auto* unit = std::find_if(kUnits.begin(), kUnits.end(),
                                  [&](const Unit& u) { return count % u.milliseconds == 0; });
  return std::to_string(count / unit->milliseconds) + std::string(unit->suffix);
}

std::optional<Bound> parse_bound(std::string_view text) {
  Bound bound;
  if (text == "none") return bound;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view what = part.substr(0, equals);
    const std::optional<std::uint64_t> limit = parse_number(part.substr(equals + 1));
    if (!limit) return std::nullopt;
    if (what == "preemptions" && !bound.preemptions) {
      bound.preemptions = limit;
    } else if (what == "delays" && !bound.delays) {
      bound.delays = limit;
    } else if (what == "depth" && !bound.depth && *limit > 0) {
      bound.depth = limit;
    } else {
      return std::nullopt;
    }
    if (comma == std::string_view::npos) return bound;
    text.remove_prefix(comma + 1);
  }
}

std::string to_text(const Bound& bound) {
  std::string text;
  if (bound.preemptions) text = "preemptions=" + std::to_string(*bound.preemptions);
  if (bound.delays) {
    text += (text.empty() ? "" : ",") + std::string("delays=") + std::to_string(*bound.delays);
  }
  if (bound.depth) {
    text += (text.empty() ? "" : ",") + std::string("depth=") + std::to_string(*bound.depth);
  }
  return text.empty() ? "none" : text;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view suffix = digits == text.size() ? "B" : text.substr(digits);
  const std::optional<std::uint64_t> number = parse_number(text.substr(0, digits));
  const auto* unit = std::find_if(kSizeUnits.begin(), kSizeUnits.end(),
                                  [&](const SizeUnit& u) { return u.suffix == suffix; });
  if (!number || *number == 0 || unit == kSizeUnits.end()) return std::nullopt;
  if (*number > kLargestSize >> unit->shift) return std::nullopt;
  return *number << unit->shift;
}

std::string size_text(std::uint64_t bytes) {
  const auto* unit = std::find_if(kSizeUnits.begin(), kSizeUnits.end(), [&](const SizeUnit& u) {
    return bytes % (std::uint64_t{1} << u.shift) == 0;
  });
  return std::to_string(bytes >> unit->shift) + std::string(unit->suffix);
}

std::optional<Visited> parse_visited(std::string_view text) {
  constexpr std::string_view kBitState = "bitstate=";
  if (text == "exact") return Visited{};
  if (text == "exact128") return Visited{Visited::Kind::exact128, 0};
  if (text.substr(0, kBitState.size()) != kBitState) return std::nullopt;
  const std::optional<std::uint64_t> bytes = parse_size(text.substr(kBitState.size()));
  if (!bytes) return std::nullopt;
  return Visited{Visited::Kind::bitstate, *bytes};
}

std::string to_text(const Visited& visited) {
  switch (visited.kind) {
    case Visited::Kind::exact:
      return "exact";
    case Visited::Kind::exact128:
      return "exact128";
    case Visited::Kind::bitstate:
      break;
  }
  return "bitstate=" + size_text(visited.bytes);
}

std::optional<Order> parse_order(std::string_view text) {
  constexpr std::string_view kPreference = "prefer-thread=";
  constexpr std::uint64_t kLastThread = 65'535;
  if (text == "default") return Order{};
  if (text == "random") return Order{Order::Kind::random, 0};
  if (text == "switch") return Order{Order::Kind::switch_, 0};
  if (text == "distance") return Order{Order::Kind::distance, 0};
  if (text.substr(0, kPreference.size()) != kPreference) return std::nullopt;
  const std::optional<std::uint64_t> thread = parse_number(text.substr(kPreference.size()));
  if (!thread || *thread > kLastThread) return std::nullopt;
  return Order{Order::Kind::prefer_thread, *thread};
}

std::string to_text(const Order& order) {
  switch (order.kind) {
    case Order::Kind::default_:
      return "default";
    case Order::Kind::random:
      return "random";
    case Order::Kind::switch_:
      return "switch";
    case Order::Kind::distance:
      return "distance";
    case Order::Kind::prefer_thread:
      break;
  }
  return "prefer-thread=" + std::to_string(order.thread);
}

std::vector<std::string> split_at_blanks(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank && !inside) words.emplace_back();
    if (!blank) words.back() += c;
    inside = !blank;
  }
  return words;
}

}  // namespace heddle::config
