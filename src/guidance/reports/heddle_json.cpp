// Reads the races and the lock cycles in the JSON of `heddle run`.
#include <nlohmann/json.hpp>

#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

using Json = nlohmann::json;

std::string text_at(const Json& json, const char* name) {
  if (!json.is_object()) return {};
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// "queue.cpp:41 in pop"
std::optional<Site> site_of(std::string_view location, SiteKind kind) {
  Site site;
  site.kind = kind;
  const std::size_t in = location.find(" in ");
  if (!split_place(location.substr(0, in), site.file, site.line)) return std::nullopt;
  if (in != std::string_view::npos) site.function = location.substr(in + 4);
  return site;
}

std::optional<Site> access_of(const Json& race, const char* name) {
  const auto found = race.find(name);
  if (found == race.end() || !found->is_object()) return std::nullopt;
  const std::string access = text_at(*found, "access");
  SiteKind kind = SiteKind::any;
  if (access == "read") kind = SiteKind::read;
  if (access == "write") kind = SiteKind::write;
  if (access == "free") kind = SiteKind::release;
  return site_of(text_at(*found, "location"), kind);
}

Warning race_of(const Json& race) {
  Warning warning{.kind = WarningKind::race, .title = "data race"};
  const std::string variable = text_at(race, "variable");
  if (!variable.empty()) warning.title += " on " + variable;
  warning.variable = variable;
  for (const char* const name : {"earlier", "later"}) {
    if (std::optional<Site> site = access_of(race, name)) warning.sites.push_back(*std::move(site));
  }
  return warning;
}

Warning cycle_of(const Json& cycle) {
  Warning warning{.kind = WarningKind::lock_cycle, .title = "lock-order cycle"};
  for (const Json& step : cycle) {
    std::optional<Site> wants = site_of(text_at(step, "wanted_at"), SiteKind::lock);
    if (!wants) continue;
    warning.cycle.push_back({site_of(text_at(step, "held_at"), SiteKind::lock), *std::move(wants)});
  }
  return warning;
}

}  // namespace

bool is_heddle_json(const Json& json) { return json.is_object() && json.contains("verdict"); }

std::vector<Warning> read_heddle_json(const Json& json) {
  std::vector<Warning> warnings;
  if (const auto races = json.find("races"); races != json.end() && races->is_array()) {
    for (const Json& race : *races) {
      if (race.is_object()) warnings.push_back(race_of(race));
    }
  }
  if (const auto cycles = json.find("lock_order"); cycles != json.end() && cycles->is_array()) {
    for (const Json& cycle : *cycles) {
      if (cycle.is_array()) warnings.push_back(cycle_of(cycle));
    }
  }
  return warnings;
}

}  // namespace heddle::guidance
