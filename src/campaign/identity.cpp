#include "campaign/identity.hpp"

#include <set>

#include "campaign/checked_json.hpp"
#include "config/option_table.hpp"
#include "core/xxh3.hpp"
#include "result/object_reader.hpp"

namespace heddle::campaign {
namespace {

using config::RunOptions;

// Options that may change from run to run.
const std::set<std::string_view>& run_options() {
  static const std::set<std::string_view> kNames = {
      "time",     "campaign",         "save-interval", "rebuilt", "json",
      "trace",    "traces",           "junit",         "html",    "sarif",
      "perfetto", "github",           "force",         "quiet",   "progress",
      "colour",   "allow-incomplete", "fail-on"};
  return kNames;
}

// Copies the options that are, or are not, those of a run.
void copy_options(const RunOptions& from, bool of_run, RunOptions& into) {
  for (const config::OptionSpec& option : config::option_table()) {
    if (run_options().contains(option.name) != of_run) continue;
    const std::string value = option.get(from);
    // An option without a value has not been given.  The table reads what it has written.
    if (!value.empty()) (void)option.set(into, option.name, value).ok();
  }
}

Json to_json(const CampaignIdentity& identity) {
  return {{"version", identity.version},     {"engine", identity.engine},
          {"program", identity.program},     {"program_hash", identity.program_hash},
          {"arguments", identity.arguments}, {"options", identity.options},
          {"input", identity.input},         {"builds", identity.builds}};
}

}  // namespace

RunOptions search_part(const RunOptions& options) {
  RunOptions part;
  copy_options(options, false, part);
  return part;
}

RunOptions with_search_of(const RunOptions& search, const RunOptions& run) {
  RunOptions all = search;
  copy_options(run, true, all);
  return all;
}

std::string to_file(const CampaignIdentity& identity) { return checked_text(to_json(identity)); }

std::optional<CampaignIdentity> from_file(std::string_view text) {
  const std::optional<Json> json = parse_checked(text);
  if (!json) return std::nullopt;
  CampaignIdentity identity;
  std::string wrong;
  result::ObjectReader reader(*json, wrong);
  reader.field("version", identity.version);
  reader.field("engine", identity.engine);
  reader.field("program", identity.program);
  reader.field("program_hash", identity.program_hash);
  reader.field("arguments", identity.arguments);
  reader.field("options", identity.options);
  reader.field("input", identity.input);
  reader.field("builds", identity.builds);
  if (!wrong.empty()) return std::nullopt;
  return identity;
}

std::uint64_t number_of(const CampaignIdentity& identity) {
  const std::string text = plain_text(to_json(identity));
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace heddle::campaign
