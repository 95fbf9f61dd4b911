#include "study/limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "config/option_table.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::json;

std::vector<std::uint64_t> first_seeds(std::uint64_t count) {
  std::vector<std::uint64_t> seeds(count);
  std::iota(seeds.begin(), seeds.end(), std::uint64_t{1});
  return seeds;
}

void read_seed_list(TableReader& reader, const Json& list, Limits& into) {
  std::vector<std::uint64_t> seeds;
  for (const Json& seed : list) {
    if (!seed.is_number_integer() || seed.get<std::int64_t>() < 0) {
      return reader.fail("needs whole numbers, 0 or more, in 'seeds'");
    }
    seeds.push_back(seed.get<std::uint64_t>());
  }
  std::sort(seeds.begin(), seeds.end());
  if (std::adjacent_find(seeds.begin(), seeds.end()) != seeds.end()) {
    return reader.fail("has the same seed twice in 'seeds'");
  }
  if (seeds.empty()) return reader.fail("needs at least one seed in 'seeds'");
  into.seeds = std::move(seeds);
}

void read_seeds(TableReader& reader, Limits& into) {
  const Json* value = reader.any("seeds");
  if (value == nullptr) return;
  if (value->is_array()) return read_seed_list(reader, *value, into);
  std::optional<std::uint64_t> count;
  reader.number("seeds", count);
  if (!count) return;
  if (*count > kMostRuns) {
    return reader.fail(fmt::format("may have at most {} runs in 'seeds'", kMostRuns));
  }
  into.seeds = first_seeds(*count);
}

void read_stop(TableReader& reader, Limits& into) {
  const Json* table = reader.table("stop");
  if (table == nullptr) return;
  TableReader stop(*table, "The table 'stop' of " + reader.where(), {"until_found", "at_most"});
  stop.number("until_found", into.until_found);
  stop.number("at_most", into.at_most);
  if (into.at_most.value_or(0) > kMostRuns) {
    stop.fail(fmt::format("may have at most {} runs in 'at_most'", kMostRuns));
  }
  if (const Status status = stop.status(); !status) reader.fail_with(status.sentence());
}

void read_budget(TableReader& reader, Limits& into) {
  const Json* table = reader.table("budget");
  if (table == nullptr) return;
  std::vector<std::string_view> names;
  for (const config::OptionSpec& option : config::option_table()) {
    if (option.group == config::OptionGroup::budget && !option.is_flag) {
      names.push_back(option.name);
    }
  }
  TableReader budget(*table, "The table 'budget' of " + reader.where(), names);
  for (const auto& [name, value] : table->items()) {
    const std::optional<std::string> word = word_of(value);
    if (!word) {
      budget.fail(fmt::format("needs a string or a number for '{}'", name));
    } else {
      into.budget.emplace_back(name, *word);
    }
  }
  config::RunOptions scratch;
  if (const Status status = budget.status(); !status) return reader.fail_with(status.sentence());
  if (const Status status = apply_options(into.budget, scratch); !status) {
    reader.fail_with("The table 'budget' of " + reader.where() + ": " + status.sentence());
  }
}

}  // namespace

void read_limits(TableReader& reader, Limits& into) {
  read_seeds(reader, into);
  read_stop(reader, into);
  read_budget(reader, into);
}

void override_with(const Limits& later, Limits& into) {
  if (later.seeds) into.seeds = later.seeds;
  if (later.until_found) into.until_found = later.until_found;
  if (later.at_most) into.at_most = later.at_most;
  into.budget.insert(into.budget.end(), later.budget.begin(), later.budget.end());
}

Status apply_rule(const Limits& limits, PlannedCell& cell) {
  if (limits.seeds) {
    cell.seeds = *limits.seeds;
  } else if (limits.at_most) {
    cell.seeds = first_seeds(*limits.at_most);
  } else if (limits.until_found) {
    return Error{"'until_found' might not terminate; add 'at_most' or 'seeds'."};
  } else {
    cell.seeds = {1};
  }
  if (limits.at_most && cell.seeds.size() > *limits.at_most) cell.seeds.resize(*limits.at_most);
  cell.until_found = limits.until_found;
  return Done{};
}

}  // namespace heddle::study
