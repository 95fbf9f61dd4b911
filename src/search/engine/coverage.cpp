#include "search/engine/coverage.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace heddle::search {
namespace {

std::string schedules(std::uint64_t number, bool fair) {
  return grouped(number) + (fair ? " fair" : "") + (number == 1 ? " schedule" : " schedules");
}

std::string executions(std::uint64_t number) {
  return grouped(number) + (number == 1 ? " execution" : " executions");
}

std::string were(std::uint64_t number) { return number == 1 ? " was " : " were "; }

void add(std::string& phrases, const std::string& phrase, const char* separator) {
  if (!phrases.empty()) phrases += separator;
  phrases += phrase;
}

// The schedules that the bounds pruned, in words.
struct Restrictions {
  bool fair = false;
  std::string within;  // " with at most 1 preemption"
  std::string at;      // " at preemption bound 1": the bounds in force, even if they pruned nothing
  std::string prefixes;  // " up to depth 100"
};

Restrictions restrictions(const Recipe& recipe) {
  Restrictions result;
  for (const Bound& bound : recipe.bounds) {
    if (!bound.name.empty()) result.at += (result.at.empty() ? " at " : " and ") + bound.name;
    if (bound.pruned == 0) continue;
    if (bound.remainder == Remainder::fair) result.fair = true;
    if (bound.remainder == Remainder::within_limit) result.within += ' ' + bound.phrase;
    if (bound.remainder == Remainder::prefixes) result.prefixes += ' ' + bound.phrase;
  }
  return result;
}

// Why a search does not cover everything: "time limit reached: ".
std::string reason(End end) {
  switch (end) {
    case End::stopped_at_error:
      return "stopped at the first error: ";
    case End::error_limit:
      return "error limit reached: ";
    case End::interrupted:
      return "interrupted: ";
    case End::time_limit:
      return "time limit reached: ";
    case End::budget:
      return "budget spent: ";
    case End::exhausted:
      break;
  }
  return "incomplete: ";
}

bool takes_all(const Recipe& recipe) {
  return recipe.frontier->summary().takes_all && !recipe.visited->coverage_estimate();
}

std::string cut_text(const Tally& tally) {
  if (tally.cut == 0) return "";
  return "; " + grouped(tally.cut) + " cut at the step limit";
}

std::string restarts_text(const Tally& tally) {
  if (tally.restarts == 0) return "";
  return "; restarted " + (tally.restarts == 1 ? "once" : grouped(tally.restarts) + " times");
}

constexpr const char* kReduced = " with partial-order reduction";

// States the coverage of a search that prunes equivalent schedules.
std::string inequivalent_statement(const Recipe& recipe, const Tally& tally, End end) {
  const Restrictions left = restrictions(recipe);
  const std::string& within = left.within;
  const std::uint64_t count = tally.executions;
  if (end != End::exhausted || tally.cut > 0) {
    return reason(end) + schedules(count, false) + " executed" + left.at + kReduced +
           cut_text(tally);
  }
  if (recipe.schedules != Schedules::one_of_each) {
    return "all inequivalent schedules" + within + " were executed, in " + executions(count);
  }
  if (count == 1) return "the only inequivalent schedule" + within + " was executed";
  return "all " + grouped(count) + " inequivalent schedules" + within + " were executed";
}

// "; each of the last 996 would meet an error of depth 2 with ...".
std::string guarantee(const Recipe& recipe, const Tally& tally) {
  const auto is_idle = [](const Bound& bound) { return bound.pruned == 0; };
  const bool is_whole = std::all_of(recipe.bounds.begin(), recipe.bounds.end(), is_idle);
  if (!is_whole || tally.cut > 0) return "";
  const std::string text = recipe.frontier->summary().guarantee;
  return text.empty() ? "" : "; " + text;
}

std::string schedules_statement(const Recipe& recipe, const Tally& tally, End end) {
  const Restrictions left = restrictions(recipe);
  const bool all = end == End::exhausted && tally.cut == 0 && takes_all(recipe);
  if (all) {
    const std::uint64_t count = tally.executions - tally.forgotten_executions;
    if (count == 1) {
      return "the only" + std::string(left.fair ? " fair" : "") + " schedule" + left.within +
             " was executed" + left.prefixes;
    }
    return "all " + schedules(count, left.fair) + left.within + " were executed" + left.prefixes;
  }
  const std::uint64_t count = tally.executions;
  const std::string what = schedules(count, left.fair);
  if (takes_all(recipe)) {
    return reason(end) + what + " executed" + left.at + left.prefixes + restarts_text(tally) +
           cut_text(tally);
  }
  return what + left.within + were(count) + "sampled at random" + left.prefixes +
         guarantee(recipe, tally) + restarts_text(tally) + cut_text(tally);
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

std::string states_statement(const Recipe& recipe, const Tally& tally, End end) {
  const Restrictions left = restrictions(recipe);
  const std::string which = reachable(left);
  const std::uint64_t count = tally.states - tally.forgotten_states;
  const bool all = end == End::exhausted && tally.cut == 0 && takes_all(recipe);
  const std::string reduced = recipe.expansion->opens_all() ? "" : kReduced;
  if (all && tally.has_contexts) return "all states" + which + " were visited" + reduced;
  if (all && count == 1) return "the only state" + which + " was visited" + reduced;
  if (all) return "all " + grouped(count) + " states" + which + " were visited" + reduced;
  const std::uint64_t so_far = tally.states;
  std::string text = grouped(so_far) + (so_far == 1 ? " state" : " states");
  if (end != End::exhausted || takes_all(recipe)) {
    text = reason(end) + text + " visited" + (left.fair ? " by fair schedules" : "") + left.at +
           left.prefixes;
  } else {
    text += which + were(so_far) + "visited";
    if (!recipe.frontier->summary().takes_all) text += " at random";
  }
  text += reduced;
  if (const auto share = recipe.visited->coverage_estimate()) {
    text += "; bit-state hashing: " + percent(*share) + " of the states";
  }
  return text + restarts_text(tally) + cut_text(tally);
}

// The least power of ten above it: "1e-9".
std::string power_above(double chance) {
  const int exponent = static_cast<int>(std::floor(std::log10(chance))) + 1;
  return exponent >= 0 ? "1" : "1e" + std::to_string(exponent);
}

}  // namespace

Coverage coverage(const Recipe& recipe) {
  Coverage result;
  for (const Bound& bound : recipe.bounds) {
    if (bound.remainder == Remainder::fair) continue;
    result.promise = Promise::bounded;
    add(result.bounds, bound.phrase, ", ");
  }
  if (!takes_all(recipe)) result.promise = Promise::sampled;
  return result;
}

std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end) {
  if (recipe.visited->remembers()) return states_statement(recipe, tally, end);
  return recipe.schedules == Schedules::each ? schedules_statement(recipe, tally, end)
                                             : inequivalent_statement(recipe, tally, end);
}

std::string omission_text(const Recipe& recipe) {
  constexpr double kNegligible = 1e-12;
  const double chance = recipe.visited->omission_chance();
  if (chance < kNegligible || recipe.visited->coverage_estimate()) return "";
  return "hash-collision probability below " + power_above(chance);
}

}  // namespace heddle::search
