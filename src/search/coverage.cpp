#include "search/coverage.hpp"

#include "core/number_text.hpp"

namespace heddle::search {
namespace {

std::string schedules(std::uint64_t number, bool fair) {
  return grouped(number) + (fair ? " fair" : "") + (number == 1 ? " schedule" : " schedules");
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

}  // namespace

Coverage coverage(const Recipe& recipe) {
  Coverage result;
  for (const Bound& bound : recipe.bounds) {
    if (bound.remainder == Remainder::fair) continue;
    result.promise = Promise::bounded;
    add(result.bounds, bound.phrase, ", ");
  }
  if (!recipe.frontier->takes_all()) result.promise = Promise::sampled;
  return result;
}

std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end) {
  const Restrictions left = restrictions(recipe);
  const std::uint64_t count = tally.executions;
  const bool all = end == End::exhausted && tally.cut == 0 && recipe.frontier->takes_all();
  if (all && count == 1) {
    return "the only" + std::string(left.fair ? " fair" : "") + " schedule" + left.within +
           " was executed" + left.prefixes;
  }
  if (all) {
    return "all " + schedules(count, left.fair) + left.within + " were executed" + left.prefixes;
  }
  std::string text;
  if (!recipe.frontier->takes_all()) {
    text = schedules(count, left.fair) + left.within + were(count) + "sampled at random" +
           left.prefixes;
  } else if (end == End::exhausted) {
    text = "not finished: " + schedules(count, left.fair) + left.within + were(count) + "executed" +
           left.prefixes;
  } else {
    text = "not finished: " + schedules(count, left.fair) + left.within + were(count) + "executed" +
           left.prefixes + ' ' + reason(end);
  }
  if (tally.cut > 0) text += "; " + grouped(tally.cut) + were(tally.cut) + "cut at the step limit";
  return text;
}

}  // namespace heddle::search
