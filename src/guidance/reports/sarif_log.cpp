// Reads SARIF 2.1.  The kind of a result follows from its rule and its message.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

using Json = nlohmann::json;

const Json& member(const Json& json, const char* name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(name);
  return found == json.end() ? none : *found;
}

const Json& elements(const Json& json, const char* name) {
  static const Json none = Json::array();
  const Json& found = member(json, name);
  return found.is_array() ? found : none;
}

std::string text_of(const Json& json) {
  return json.is_string() ? json.get<std::string>() : std::string();
}

std::string message_of(const Json& json) {
  return text_of(member(member(json, "message"), "text"));
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "file:///src/my%20queue.cpp" -> "/src/my queue.cpp"
std::string path_of(std::string_view uri) {
  if (uri.starts_with("file://")) {
    uri.remove_prefix(7);
    uri.remove_prefix(std::min(uri.find('/'), uri.size()));
  }
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 &&
        hex_digit(uri[i + 2]) >= 0) {
      path += static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

// A path by its uri, or by its index in the artifacts of the run.
std::string artifact_file(const Json& run, const Json& artifact) {
  const std::string uri = text_of(member(artifact, "uri"));
  if (!uri.empty()) return path_of(uri);
  const Json& artifacts = elements(run, "artifacts");
  const Json& index = member(artifact, "index");
  if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= artifacts.size()) return {};
  const Json& location = member(artifacts[index.get<std::size_t>()], "location");
  return path_of(text_of(member(location, "uri")));
}

std::optional<Site> location_site(const Json& run, const Json& location, SiteKind kind) {
  const Json& physical = member(location, "physicalLocation");
  const Json& line = member(member(physical, "region"), "startLine");
  if (!line.is_number_unsigned()) return std::nullopt;
  Site site;
  site.file = artifact_file(run, member(physical, "artifactLocation"));
  site.line = line.get<std::uint64_t>();
  site.kind = kind;
  for (const Json& logical : elements(location, "logicalLocations")) {
    site.function = text_of(member(logical, "fullyQualifiedName"));
    if (site.function.empty()) site.function = text_of(member(logical, "name"));
  }
  const Frame frame{site.function, site.file, site.line, {}};
  if (!is_user_frame(frame)) return std::nullopt;
  return site;
}

SiteKind access_in(const std::string& message) {
  const std::string words = lower(message);
  if (contains(words, "writ") || contains(words, "store")) return SiteKind::write;
  if (contains(words, "read") || contains(words, "load")) return SiteKind::read;
  return SiteKind::any;
}

WarningKind result_kind(const Json& result) {
  const std::string words = lower(text_of(member(result, "ruleId")) + " " + message_of(result));
  for (const char* const word : {"after it is freed", "use-after-free", "use after free"}) {
    if (contains(words, word)) return WarningKind::use_after_free;
  }
  for (const char* const word : {"deadlock", "lock order", "lock-order", "inversion"}) {
    if (contains(words, word)) return WarningKind::lock_cycle;
  }
  if (contains(words, "requires holding")) return WarningKind::unprotected;
  for (const char* const word :
       {"data race", "data-race", "datarace", "race condition", "thread_safety_violation"}) {
    if (contains(words, word)) return WarningKind::race;
  }
  return WarningKind::other;
}

// The locations of each thread, in its order.
std::vector<std::vector<const Json*>> flows_of(const Json& result) {
  std::vector<std::vector<const Json*>> flows;
  for (const Json& code : elements(result, "codeFlows")) {
    for (const Json& thread : elements(code, "threadFlows")) {
      std::vector<const Json*>& flow = flows.emplace_back();
      for (const Json& one : elements(thread, "locations"))
        flow.push_back(&member(one, "location"));
    }
  }
  return flows;
}

void add_site_once(std::vector<Site>& sites, std::optional<Site> site) {
  if (!site) return;
  const bool is_known = std::any_of(sites.begin(), sites.end(), [&](const Site& other) {
    return other.file == site->file && other.line == site->line;
  });
  if (!is_known) sites.push_back(*std::move(site));
}

// The place of the result, the related places, and the last place of each thread.
std::vector<Site> sites_of(const Json& run, const Json& result) {
  std::vector<Site> sites;
  for (const char* const name : {"locations", "relatedLocations"}) {
    for (const Json& location : elements(result, name)) {
      const std::string words = message_of(location);
      add_site_once(sites, location_site(run, location,
                                         access_in(words.empty() ? message_of(result) : words)));
    }
  }
  for (const std::vector<const Json*>& flow : flows_of(result)) {
    if (flow.empty()) continue;
    add_site_once(sites, location_site(run, *flow.back(), access_in(message_of(*flow.back()))));
  }
  return sites;
}

// The use is the place of the result; the release is a place on the way to it.
std::vector<Site> release_and_use(const Json& run, const Json& result) {
  std::vector<Site> sites;
  const Json& locations = elements(result, "locations");
  if (locations.empty()) return sites;
  std::optional<Site> use = location_site(run, locations.front(), SiteKind::any);
  if (!use) return sites;
  std::optional<Site> release;
  const auto consider = [&](const Json& location) {
    const std::string words = lower(message_of(location));
    if (!contains(words, "released") && !contains(words, "freed")) return;
    std::optional<Site> site = location_site(run, location, SiteKind::release);
    if (site && place(*site) != place(*use)) release = std::move(site);
  };
  for (const std::vector<const Json*>& flow : flows_of(result)) {
    for (const Json* const location : flow) consider(*location);
  }
  for (const Json& location : elements(result, "relatedLocations")) consider(location);
  if (release) sites.push_back(*std::move(release));
  sites.push_back(*std::move(use));
  return sites;
}

// The last two places of each thread are its acquisitions; without threads, each place is one.
std::vector<CycleStep> cycle_in(const Json& run, const Json& result) {
  std::vector<CycleStep> cycle;
  const std::vector<std::vector<const Json*>> flows = flows_of(result);
  if (flows.size() > 1) {
    for (const std::vector<const Json*>& flow : flows) {
      std::vector<Site> sites;
      for (const Json* const location : flow) {
        if (std::optional<Site> site = location_site(run, *location, SiteKind::lock)) {
          sites.push_back(*std::move(site));
        }
      }
      if (sites.empty()) continue;
      CycleStep& step = cycle.emplace_back();
      step.wants = sites.back();
      if (sites.size() > 1) step.holds = sites[sites.size() - 2];
    }
    return cycle;
  }
  for (Site& site : sites_of(run, result)) {
    site.kind = SiteKind::lock;
    cycle.push_back({std::nullopt, std::move(site)});
  }
  return cycle;
}

// Results that the tool itself takes back.
bool is_dismissed(const Json& result) {
  const std::string kind = text_of(member(result, "kind"));
  return !elements(result, "suppressions").empty() || kind == "pass" || kind == "notApplicable" ||
         text_of(member(result, "level")) == "none";
}

Warning result_warning(const Json& run, const Json& result) {
  Warning warning{.kind = result_kind(result), .title = message_of(result)};
  if (warning.title.empty()) warning.title = text_of(member(result, "ruleId"));
  switch (warning.kind) {
    case WarningKind::lock_cycle:
      warning.cycle = cycle_in(run, result);
      break;
    case WarningKind::use_after_free:
      warning.sites = release_and_use(run, result);
      break;
    case WarningKind::race:
      warning.sites = sites_of(run, result);
      if (warning.sites.size() > 2) warning.sites.resize(2);
      std::reverse(warning.sites.begin(), warning.sites.end());
      break;
    case WarningKind::unprotected:
    case WarningKind::misuse:
    case WarningKind::other:
      warning.sites = sites_of(run, result);
      if (warning.sites.size() > 1) warning.sites.resize(1);
  }
  return warning;
}

}  // namespace

bool is_sarif(const Json& json) { return json.is_object() && member(json, "runs").is_array(); }

std::vector<Warning> read_sarif(const Json& json) {
  std::vector<Warning> warnings;
  for (const Json& run : elements(json, "runs")) {
    for (const Json& result : elements(run, "results")) {
      if (!is_dismissed(result)) warnings.push_back(result_warning(run, result));
    }
  }
  return warnings;
}

}  // namespace heddle::guidance
