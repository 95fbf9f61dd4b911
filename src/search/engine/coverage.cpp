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

// What the bounds left out, as words.
struct Restrictions {
  bool fair = false;
  std::string within;    // " with at most 1 preemption"
  std::string prefixes;  // " up to depth 100"
};

Restrictions restrictions(const Recipe& recipe) {
  Restrictions result;
  for (const Bound& bound : recipe.bounds) {
    if (bound.pruned == 0) continue;
    if (bound.remainder == Remainder::fair) result.fair = true;
    if (bound.remainder == Remainder::within_limit) result.within += ' ' + bound.phrase;
    if (bound.remainder == Remainder::prefixes) result.prefixes += ' ' + bound.phrase;
  }
  return result;
}

const char* reason(End end) {
  switch (end) {
    case End::stopped_at_error:
      return "before an error ended the search";
    case End::interrupted:
      return "before the search was interrupted";
    case End::time_limit:
      return "before the time limit";
    case End::budget:
    case End::exhausted:
      break;
  }
  return "before the budget was spent";
}

bool takes_all(const Recipe& recipe) {
  return recipe.frontier->takes_all() && !recipe.visited->coverage_estimate();
}

std::string cut_text(const Tally& tally) {
  if (tally.cut == 0) return "";
  return "; " + grouped(tally.cut) + were(tally.cut) + "cut at the step limit";
}

// Of a search that leaves out schedules which only reorder independent steps.
std::string inequivalent_statement(const Recipe& recipe, const Tally& tally, End end) {
  const std::string within = restrictions(recipe).within;
  const std::uint64_t count = tally.executions;
  if (end != End::exhausted || tally.cut > 0) {
    std::string text = "not finished: " + schedules(count, false) + within + were(count) +
                       "executed, without those that only reorder independent steps";
    if (end != End::exhausted) text += std::string(", ") + reason(end);
    return text + cut_text(tally);
  }
  if (recipe.frontier->schedules() != Schedules::one_of_each) {
    return "all inequivalent schedules" + within + " were executed, in " + executions(count);
  }
  if (count == 1) return "the only schedule" + within + " but for equivalent ones was executed";
  return "all " + grouped(count) + " inequivalent schedules" + within + " were executed";
}

// "; each of the last 996 would meet an error of depth 2 with ...".
std::string guarantee(const Recipe& recipe, const Tally& tally) {
  const auto is_idle = [](const Bound& bound) { return bound.pruned == 0; };
  const bool is_whole = std::all_of(recipe.bounds.begin(), recipe.bounds.end(), is_idle);
  if (!is_whole || tally.cut > 0) return "";
  const std::string text = recipe.frontier->guarantee();
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
  const std::string what = schedules(count, left.fair) + left.within + were(count);
  std::string text;
  if (!takes_all(recipe)) {
    text = what + "sampled at random" + left.prefixes + guarantee(recipe, tally);
  } else {
    text = "not finished: " + what + "executed" + left.prefixes;
    if (end != End::exhausted) text += std::string(" ") + reason(end);
  }
  return text + cut_text(tally);
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
  const std::string which = reachable(restrictions(recipe));
  const std::uint64_t count = tally.states - tally.forgotten_states;
  const bool all = end == End::exhausted && tally.cut == 0 && takes_all(recipe);
  const std::string left_out =
      recipe.expansion->opens_all() ? "" : ", without steps that only reorder independent ones";
  if (all && tally.has_contexts) return "all states" + which + " were visited" + left_out;
  if (all && count == 1) return "the only state" + which + " was visited" + left_out;
  if (all) return "all " + grouped(count) + " states" + which + " were visited" + left_out;
  const std::uint64_t so_far = tally.states;
  std::string text =
      grouped(so_far) + (so_far == 1 ? " state" : " states") + which + were(so_far) + "visited";
  const bool finished = end == End::exhausted;
  if (finished && !recipe.frontier->takes_all()) text += " at random";
  if (!finished || takes_all(recipe)) text = "not finished: " + text;
  if (!finished) text += std::string(" ") + reason(end);
  text += left_out;
  if (const auto share = recipe.visited->coverage_estimate()) {
    text += "; bit-state hashing: " + percent(*share) + " of the states";
  }
  return text + cut_text(tally);
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
  return recipe.frontier->schedules() == Schedules::each
             ? schedules_statement(recipe, tally, end)
             : inequivalent_statement(recipe, tally, end);
}

std::string omission_text(const Recipe& recipe) {
  constexpr double kNegligible = 1e-12;
  const double chance = recipe.visited->omission_chance();
  if (chance < kNegligible || recipe.visited->coverage_estimate()) return "";
  return "the chance that two states were taken for one is below " + power_above(chance);
}

}  // namespace heddle::search
