#include "config/backtrack_fields.hpp"

#include <optional>

#include "config/backtrack_text.hpp"
#include "config/option_fields.hpp"

namespace heddle::config {
namespace {

constexpr std::string_view kRatioAdvice =
    "use a number from 0 to 1, e.g. 0.9, or 1-d/N with N of 1 or more";

}  // namespace

Status set_jump(RunOptions& into, std::string_view name, std::string_view value) {
  return read_word(into.backtrack.jump, name, value);
}

std::string get_jump(const RunOptions& from) { return word_of(from.backtrack.jump); }

Status set_threshold(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> depth = parse_number(value);
  if (!depth && value != "auto") return bad_value(name, value, "use a depth, 0 or more, or auto");
  into.backtrack.threshold = depth;
  return Done{};
}

std::string get_threshold(const RunOptions& from) {
  return from.backtrack.threshold ? std::to_string(*from.backtrack.threshold) : "auto";
}

Status set_ratio(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Ratio> ratio = parse_ratio(value);
  if (!ratio) return bad_value(name, value, kRatioAdvice);
  into.backtrack.ratio = *ratio;
  return Done{};
}

std::string get_ratio(const RunOptions& from) { return to_text(from.backtrack.ratio); }

Status set_switch_ratio(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Ratio> ratio = parse_ratio(value);
  if (!ratio && value != "same") {
    return bad_value(name, value, std::string(kRatioAdvice) + ", or same");
  }
  into.backtrack.switch_ratio = ratio;
  return Done{};
}

std::string get_switch_ratio(const RunOptions& from) {
  return from.backtrack.switch_ratio ? to_text(*from.backtrack.switch_ratio) : "same";
}

Status set_variants(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<BacktrackVariants> variants = parse_variants(value);
  if (!variants) {
    return bad_value(name, value, "use some of " + variant_keys() + ", joined by commas, or none");
  }
  into.backtrack.variants = *variants;
  return Done{};
}

std::string get_variants(const RunOptions& from) { return to_text(from.backtrack.variants); }

Status set_complete(RunOptions& into, std::string_view name, std::string_view value) {
  return read_flag(into.backtrack.complete, name, value);
}

std::string get_complete(const RunOptions& from) {
  return from.backtrack.complete ? "true" : "false";
}

Status set_return_chance(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<double> chance = parse_chance(value);
  if (!chance) return bad_value(name, value, "use a number from 0 to 1");
  into.backtrack.return_chance = *chance;
  return Done{};
}

std::string get_return_chance(const RunOptions& from) {
  return chance_text(from.backtrack.return_chance);
}

Status set_restarts(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Restarts> restarts = parse_restarts(value);
  if (!restarts) {
    return bad_value(name, value, "use auto, a number of states, 1 or more, luby=N, or none");
  }
  into.restarts = *restarts;
  return Done{};
}

std::string get_restarts(const RunOptions& from) { return to_text(from.restarts); }

}  // namespace heddle::config
