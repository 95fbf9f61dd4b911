#include "report/summary.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/number_text.hpp"
#include "report/advice.hpp"
#include "report/cut_text.hpp"
#include "report/explanation.hpp"
#include "report/lock_order_text.hpp"
#include "report/paint.hpp"
#include "report/race_text.hpp"

namespace heddle::report {
namespace {

std::string count(std::uint64_t number, std::string_view one, std::string_view many) {
  return grouped(number) + " " + std::string(number == 1 ? one : many);
}

// Whether a state that was reached again was known to be the same.
bool remembers_states(const result::RunResult& result) {
  const auto states = result.search.find("states");
  const std::string_view word =
      states == result.search.end() ? "" : std::string_view(states->second);
  return word == "memory" || word == "happens-before" || result.revisits > 0;
}

std::string counts(const result::RunResult& result) {
  std::string text;
  for (const std::string& part : count_texts(result)) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string list(std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = fmt::format("{}\n", title);
  for (const std::string& item : items) text += fmt::format("  - {}\n", item);
  return text;
}

std::string error_line(const result::FoundError& error) {
  std::string text = failure_line(error.kind, error.message);
  if (!error.thread.empty()) text += ", in " + error.thread;
  if (!error.location.empty()) text += ", at " + error.location;
  if (!error.trace.empty()) text += ", in " + error.trace;
  if (error.cycle_length == 0) return fmt::format("{} (step {})", text, error.depth);
  const std::uint64_t first = error.cycle_begin + 1;
  const std::uint64_t last = error.cycle_begin + error.cycle_length;
  return first == last ? fmt::format("{} (step {})", text, first)
                       : fmt::format("{} (steps {} to {})", text, first, last);
}

// Returns which of several processes decided the run, and which ones died.
std::string members(const result::RunResult& result) {
  if (result.members.empty()) return "";
  const std::size_t count = result.members.size();
  std::string text = result.split ? fmt::format("one search, split over {} processes", count)
                                  : fmt::format("{} searches in parallel", count);
  if (result.split && result.error) {
    text += fmt::format("; process {} found the error", result.member);
  } else if (!result.split && result.verdict != result::RunVerdict::incomplete) {
    const std::string_view side_effect =
        result.verdict == result::RunVerdict::error ? "found the error" : "finished";
    text += fmt::format("; search {} {} (seed {})", result.member, side_effect,
                        result.members[result.member].seed);
  }
  std::vector<std::string> died;
  for (std::size_t i = 0; i < result.members.size(); ++i) {
    if (result.members[i].death.empty()) continue;
    died.push_back(fmt::format("search {}: {}", i, result.members[i].death));
  }
  return text + "\n" + list("searches that died:", died);
}

// Says that the search covered all schedules, but not all data races.
std::string race_samples(const result::RunResult& result) {
  const std::uint64_t samples = result.coverage.race_samples;
  if (samples == 0) return "";
  return "; data races sampled in " + count(samples, "execution", "executions");
}

// Returns the limits of every claim.
std::string scope(const result::RunResult& result) {
  std::string text = result.weak_orders.empty() ? "" : " under sequential consistency";
  if (result.accesses == "as compiled") text += ", with accesses as compiled";
  return text;
}

// "PASSED", "PASSED 1 data race", "INCOMPLETE".
std::string verdict_word(const result::RunResult& result) {
  std::string word = result::fails_by_races(result)                     ? "FAILED"
                     : result.shard && result.shard->is_finished        ? "PASSED"
                     : result.verdict == result::RunVerdict::incomplete ? "INCOMPLETE"
                                                                        : "PASSED";
  if (!result.races.empty()) word += " " + count(result.races.size(), "data race", "data races");
  if (result::is_accepted(result)) word += " (accepted by --allow-incomplete)";
  return word + ": ";
}

std::string verdict_line(const result::RunResult& result, const Paint& paint) {
  const std::string text = verdict_text(result);
  if (result.verdict == result::RunVerdict::error) return paint.headline("FAILED " + text);
  const std::string line = verdict_word(result) + text;
  if (result::fails_by_races(result)) return paint.headline(line);
  return result.verdict == result::RunVerdict::complete ? paint.good(line) : paint.strong(line);
}

std::vector<std::string> leak_texts(const result::LeakCounts& leaks) {
  std::vector<std::string> texts;
  if (leaks.blocks > 0) {
    texts.push_back(fmt::format(
        "{} of {} {} unreachable at the end of an execution (--leaks error shows {})",
        count(leaks.blocks, "heap block", "heap blocks"), count(leaks.bytes, "byte", "bytes"),
        leaks.blocks == 1 ? "was" : "in total were",
        leaks.blocks == 1 ? "its allocation" : "an allocation"));
  }
  if (leaks.threads > 0) {
    texts.push_back(count(leaks.threads, "thread", "threads") +
                    " ended without being joined or detached");
  }
  return texts;
}

}  // namespace

std::vector<std::string> count_texts(const result::RunResult& result) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string part) { parts.push_back(std::move(part)); };
  if (result.states > 0) {
    add((result.states_are_at_most ? "at most " : "") + count(result.states, "state", "states"));
  }
  if (result.executions > 0) add(count(result.executions, "execution", "executions"));
  if (result.transitions > 0) {
    add(remembers_states(result) ? count(result.transitions, "transition", "transitions")
                                 : count(result.transitions, "step", "steps"));
  }
  if (result.locations_observed) {
    add(count(*result.locations_observed, "location", "locations") + " observed");
    add(count(result.generated, "state", "states") + " generated");
  }
  if (result.max_depth > 0) add("depth " + grouped(result.max_depth));
  if (result.nodes > 0) add(count(result.nodes, "node", "nodes"));
  if (result.pruned > 0) add(grouped(result.pruned) + " pruned");
  if (result.cut > 0) add(grouped(result.cut) + " cut at the step limit");
  if (result.auxiliary_executions > 0) {
    add(count(result.auxiliary_executions, "auxiliary execution", "auxiliary executions"));
  }
  add(fmt::format("{:.2f} s", result.seconds));
  if (result.peak_rss > 0) add(fmt::format("{} MiB", (result.peak_rss + (1U << 19U)) >> 20U));
  return parts;
}

std::string verdict_text(const result::RunResult& result) {
  const std::string under = scope(result);
  switch (result.verdict) {
    case result::RunVerdict::complete:
      return "no error found" + under + race_samples(result) +
             (result.threads == 1 ? "; the program created no thread" : "");
    case result::RunVerdict::incomplete:
      if (result.shard && result.shard->is_finished) {
        return fmt::format("no error found{} in shard {} of {}; `heddle merge` joins the results",
                           under, result.shard->number, result.shard->count);
      }
      if (result.reason.empty()) {
        return fmt::format("no error found so far{}; the search is not finished", under);
      }
      return fmt::format("no error found{}, but coverage is incomplete: {}", under, result.reason);
    case result::RunVerdict::error:
      break;
  }
  return result.error ? error_line(*result.error) : "error";
}

std::string warnings_text(const result::RunResult& result) {
  std::string text = list("data races:", race_texts(result.races));
  if (result.suppressed_races > 0) {
    text += count(result.suppressed_races, "data race", "data races") + " suppressed\n";
  }
  text += list("potential deadlocks (locks acquired in inconsistent order):",
               lock_order_texts(result.lock_order));
  if (result.suppressed_lock_orders > 0) {
    text += count(result.suppressed_lock_orders, "lock-order cycle", "lock-order cycles") +
            " suppressed\n";
  }
  text += list("leaks:", leak_texts(result.leaks));
  return text;
}

std::string summary(const result::RunResult& result, const TextStyle& style) {
  const Paint paint(style.colour);
  std::string text = verdict_line(result, paint) + "\n";
  std::vector<std::string> further;
  for (const result::FoundError& error : result.further_errors)
    further.push_back(error_line(error));
  text += list("further errors:", further);
  const std::string coverage = result::coverage_text(result.coverage);
  if (!coverage.empty()) text += coverage + "\n";
  text += members(result);
  text += paint.faint(counts(result)) + "\n";
  if (const std::string loop = cut_text(result); !loop.empty()) text += loop + "\n";
  text += warnings_text(result);
  text += list("not covered:", result.unwatched);
  return text + list("to cover more:", advice_for(result));
}

}  // namespace heddle::report
