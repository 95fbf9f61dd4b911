#include "core/search_coverage.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/number_text.hpp"

namespace heddle {
namespace {

std::string schedules(std::uint64_t number, bool fair) {
  return grouped(number) + (fair ? " fair" : "") + (number == 1 ? " schedule" : " schedules");
}

std::string executions(std::uint64_t number) {
  return grouped(number) + (number == 1 ? " execution" : " executions");
}

std::string were(std::uint64_t number) { return number == 1 ? " was " : " were "; }

// The schedules that the bounds pruned, in words.
struct Restrictions {
  bool fair = false;
  std::string within;  // " with at most 1 preemption"
  std::string at;      // " at preemption bound 1": the bounds in force, even if they pruned nothing
  std::string prefixes;  // " up to depth 100"
};

// Appends the limit of a wait: " with at most 1 early timeout and no spurious wake-ups".
void add_waits(Restrictions& restrictions, const std::string& phrase) {
  constexpr std::string_view kWith = "with ";
  restrictions.within +=
      restrictions.within.empty() ? ' ' + phrase : " and " + phrase.substr(kWith.size());
}

// "with at most 2 early timeouts", "with no spurious wake-ups".
std::string limit_phrase(std::uint64_t limit, const std::string& what) {
  if (limit == 0) return "with no " + what + 's';
  return "with at most " + grouped(limit) + ' ' + what + (limit == 1 ? "" : "s");
}

void add_limit(SearchCoverage& coverage, const char* name, std::string phrase,
               std::uint64_t excluded) {
  if (excluded == 0) return;
  coverage.bounds.push_back({name, std::move(phrase), Remainder::within_waits, excluded});
}

Restrictions restrictions(const SearchCoverage& coverage) {
  Restrictions result;
  for (const BoundCoverage& bound : coverage.bounds) {
    const bool limits_waits = bound.remainder == Remainder::within_waits;
    if (!bound.name.empty() && !limits_waits)
      result.at += (result.at.empty() ? " at " : " and ") + bound.name;
    if (bound.pruned == 0) continue;
    if (bound.remainder == Remainder::fair) result.fair = true;
    if (bound.remainder == Remainder::within_limit) result.within += ' ' + bound.phrase;
    if (limits_waits) add_waits(result, bound.phrase);
    if (bound.remainder == Remainder::prefixes) result.prefixes += ' ' + bound.phrase;
  }
  return result;
}

// Why a search does not cover everything: "time limit reached: ".
std::string reason(SearchEnd end) {
  switch (end) {
    case SearchEnd::stopped_at_error:
      return "stopped at the first error: ";
    case SearchEnd::error_limit:
      return "error limit reached: ";
    case SearchEnd::interrupted:
      return "interrupted: ";
    case SearchEnd::time_limit:
      return "time limit reached: ";
    case SearchEnd::budget:
      return "budget spent: ";
    case SearchEnd::exhausted:
      break;
  }
  return "incomplete: ";
}

std::string cut_text(const SearchCoverage& coverage) {
  if (coverage.cut == 0) return "";
  return "; " + grouped(coverage.cut) + " cut at the step limit";
}

std::string restarts_text(const SearchCoverage& coverage) {
  if (coverage.restarts == 0) return "";
  return "; restarted " + (coverage.restarts == 1 ? "once" : grouped(coverage.restarts) + " times");
}

constexpr const char* kReduced = " with partial-order reduction";

// States the coverage of a search that prunes equivalent schedules.
std::string classes_text(const SearchCoverage& coverage) {
  const Restrictions left = restrictions(coverage);
  const std::string& within = left.within;
  const std::uint64_t count = coverage.executions;
  if (coverage.end != SearchEnd::exhausted || coverage.cut > 0) {
    return reason(coverage.end) + schedules(count, false) + " executed" + left.at + kReduced +
           cut_text(coverage);
  }
  if (!coverage.one_of_each) {
    return "all inequivalent schedules" + within + " were executed, in " + executions(count);
  }
  if (count == 1) return "the only inequivalent schedule" + within + " was executed";
  return "all " + grouped(count) + " inequivalent schedules" + within + " were executed";
}

// "; each of the last 996 would meet an error of depth 2 with ...".
std::string guarantee_text(const SearchCoverage& coverage) {
  const auto is_idle = [](const BoundCoverage& bound) {
    return bound.pruned == 0 || bound.remainder == Remainder::within_waits;
  };
  const bool is_whole = std::all_of(coverage.bounds.begin(), coverage.bounds.end(), is_idle);
  if (!is_whole || coverage.cut > 0) return "";
  return coverage.guarantee.empty() ? "" : "; " + coverage.guarantee;
}

std::string schedules_text(const SearchCoverage& coverage) {
  const Restrictions left = restrictions(coverage);
  const bool all = is_covered(coverage);
  if (all) {
    const std::uint64_t count = coverage.executions - coverage.repeated_executions;
    if (count == 1) {
      return "the only" + std::string(left.fair ? " fair" : "") + " schedule" + left.within +
             " was executed" + left.prefixes;
    }
    return "all " + schedules(count, left.fair) + left.within + " were executed" + left.prefixes;
  }
  const std::uint64_t count = coverage.executions;
  const std::string what = schedules(count, left.fair);
  if (coverage.takes_all) {
    return reason(coverage.end) + what + " executed" + left.at + left.prefixes +
           restarts_text(coverage) + cut_text(coverage);
  }
  return what + left.within + were(count) + "sampled at random" + left.prefixes +
         guarantee_text(coverage) + restarts_text(coverage) + cut_text(coverage);
}

// " reachable by fair schedules with at most 1 preemption up to depth 100".
std::string reachable(const Restrictions& left) {
  if (!left.fair && left.within.empty() && left.prefixes.empty()) return "";
  return " reachable" + std::string(left.fair ? " by fair schedules" : "") + left.within +
         left.prefixes;
}

// "about 99.98 %", and never 100: something may be missing.
std::string percent(double share) {
  const auto hundredths = static_cast<std::uint64_t>(share * 10'000);
  if (hundredths >= 10'000 || share > 0.9999) return "more than 99.99 %";
  const std::string fraction = std::to_string(100 + hundredths % 100).substr(1);
  return "about " + std::to_string(hundredths / 100) + '.' + fraction + " %";
}

std::string states_text(const SearchCoverage& coverage) {
  const Restrictions left = restrictions(coverage);
  const std::string which = reachable(left);
  const std::uint64_t count =
      coverage.program_states.value_or(coverage.states - coverage.repeated_states);
  const bool all = is_covered(coverage);
  const std::string reduced = coverage.reduced ? kReduced : "";
  const bool is_counted = !coverage.has_contexts || coverage.program_states;
  if (all && !is_counted) return "all states" + which + " were visited" + reduced;
  if (all && count == 1) return "the only state" + which + " was visited" + reduced;
  if (all) return "all " + grouped(count) + " states" + which + " were visited" + reduced;
  const std::uint64_t so_far = coverage.states;
  std::string text = grouped(so_far) + (so_far == 1 ? " state" : " states");
  if (coverage.end != SearchEnd::exhausted || coverage.takes_all) {
    text = reason(coverage.end) + text + " visited" + (left.fair ? " by fair schedules" : "") +
           left.at + left.prefixes;
  } else {
    text += which + were(so_far) + "visited";
    if (coverage.is_random) text += " at random";
  }
  text += reduced;
  if (coverage.hashed_share) {
    text += "; bit-state hashing: " + percent(*coverage.hashed_share) + " of the states";
  }
  return text + restarts_text(coverage) + cut_text(coverage);
}

// Says "all" of the part only.
std::string shard_text(SearchCoverage coverage) {
  const bool all = is_shard_covered(coverage);
  const std::string which =
      "shard " + std::to_string(coverage.shard) + " of " + std::to_string(coverage.shards);
  coverage.shards = 0;
  if (!all) return which + ": " + coverage_text(coverage);
  const bool has_states = coverage.unit == SearchCoverage::Unit::states;
  const Restrictions left = restrictions(coverage);
  return which + " is finished: " +
         (has_states ? grouped(coverage.states) + " states" + reachable(left) + " visited"
                     : schedules(coverage.executions, left.fair) + left.within + " executed" +
                           left.prefixes);
}

// The least power of ten above it: "1e-9".
std::string power_above(double chance) {
  const int exponent = static_cast<int>(std::floor(std::log10(chance))) + 1;
  return exponent >= 0 ? "1" : "1e" + std::to_string(exponent);
}

}  // namespace

bool is_covered(const SearchCoverage& coverage) {
  return is_shard_covered(coverage) && coverage.shards == 0;
}

bool is_shard_covered(const SearchCoverage& coverage) {
  return coverage.end == SearchEnd::exhausted && coverage.cut == 0 && coverage.takes_all;
}

bool is_bounded(const SearchCoverage& coverage) {
  return std::any_of(coverage.bounds.begin(), coverage.bounds.end(),
                     [](const BoundCoverage& bound) {
                       return bound.pruned > 0 && bound.remainder != Remainder::fair &&
                              bound.remainder != Remainder::within_waits;
                     });
}

bool excludes_waits(const SearchCoverage& coverage) {
  return std::any_of(coverage.bounds.begin(), coverage.bounds.end(),
                     [](const BoundCoverage& bound) {
                       return bound.pruned > 0 && bound.remainder == Remainder::within_waits;
                     });
}

bool excludes_waits(const SearchCoverage& coverage, std::string_view name) {
  return std::any_of(
      coverage.bounds.begin(), coverage.bounds.end(),
      [&](const BoundCoverage& bound) { return bound.pruned > 0 && bound.name == name; });
}

void add_timeout_limit(SearchCoverage& coverage, std::uint64_t limit, std::uint64_t excluded) {
  add_limit(coverage, kEarlyTimeouts, limit_phrase(limit, "early timeout"), excluded);
}

void add_wakeup_limit(SearchCoverage& coverage, std::uint64_t limit, std::uint64_t excluded) {
  add_limit(coverage, kSpuriousWakeups, limit_phrase(limit, "spurious wake-up"), excluded);
}

std::string coverage_text(const SearchCoverage& coverage) {
  if (coverage.shards > 0) return shard_text(coverage);
  switch (coverage.unit) {
    case SearchCoverage::Unit::states:
      return states_text(coverage);
    case SearchCoverage::Unit::schedules:
      return schedules_text(coverage);
    case SearchCoverage::Unit::classes:
      break;
  }
  return classes_text(coverage);
}

std::string omission_text(const SearchCoverage& coverage) {
  constexpr double kNegligible = 1e-12;
  if (coverage.collision_chance < kNegligible || coverage.hashed_share) return "";
  return "hash-collision probability below " + power_above(coverage.collision_chance);
}

}  // namespace heddle
