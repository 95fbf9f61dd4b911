#include "result/merged_shards.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::result {
namespace {

// Options that concern one process or its output, not the search.
constexpr std::array<std::string_view, 19> kOwnOptions = {
    "shard",  "seed",     "json",        "trace",       "traces", "junit", "html",
    "sarif",  "perfetto", "github",      "certificate", "force",  "quiet", "progress",
    "colour", "launcher", "show-output", "max-memory",  "jobs"};

bool is_own_option(std::string_view name) {
  return std::find(kOwnOptions.begin(), kOwnOptions.end(), name) != kOwnOptions.end();
}

std::string first_different_option(const RunResult& a, const RunResult& b) {
  for (const auto& [name, value] : a.search) {
    if (is_own_option(name)) continue;
    const auto other = b.search.find(name);
    if (other == b.search.end() || other->second != value) return name;
  }
  return a.search.size() == b.search.size() ? "" : "search";
}

// Returns why the results are not of one search.
Status check_together(const NamedResult& first, const NamedResult& other) {
  const auto differ = [&](const std::string& what) {
    return Error{"'" + first.file + "' and '" + other.file + "' have different " + what +
                 "; merge the shards of one search."};
  };
  const ShardResult& a = *first.result.shard;
  const ShardResult& b = *other.result.shard;
  const ExploredProgram& program = first.result.coverage.program;
  const ExploredProgram& other_program = other.result.coverage.program;
  if (a.count != b.count) return differ("numbers of shards");
  if (a.version != b.version) return differ("versions of Heddle");
  if (a.seed != b.seed) return differ("seeds");
  if (program.hash != other_program.hash) return differ("programs");
  if (program.arguments != other_program.arguments) return differ("arguments of the program");
  const std::string option = first_different_option(first.result, other.result);
  if (!option.empty()) return differ("options (--" + option + ")");
  if (a.number == b.number) {
    return Error{"'" + first.file + "' and '" + other.file + "' are both shard " +
                 std::to_string(a.number) + "; name each shard once."};
  }
  return Done{};
}

// "shard 3 of 8 is missing", "shards 3, 5 of 8 are missing".
std::string shards_text(const std::vector<std::uint64_t>& numbers, std::uint64_t count,
                        const std::string& what) {
  constexpr std::size_t kShown = 10;
  std::string text = numbers.size() == 1 ? "shard " : "shards ";
  for (std::size_t i = 0; i < numbers.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  if (numbers.size() > kShown) text += ", ...";
  return text + " of " + std::to_string(count) + (numbers.size() == 1 ? " is " : " are ") + what;
}

// Returns why the search is not covered, although every shard may be; otherwise an empty string.
std::string gap(const std::vector<NamedResult>& results) {
  const ShardResult& first = *results.front().result.shard;
  std::set<std::uint64_t> present;
  std::vector<std::uint64_t> unfinished;
  bool same_points = true;
  for (const NamedResult& one : results) {
    present.insert(one.result.shard->number);
    if (!one.result.shard->is_finished) unfinished.push_back(one.result.shard->number);
    same_points = same_points && one.result.shard->points_hash == first.points_hash;
  }
  std::vector<std::uint64_t> missing;
  for (std::uint64_t i = 1; i <= first.count; ++i) {
    if (!present.contains(i)) missing.push_back(i);
  }
  if (!missing.empty()) return shards_text(missing, first.count, "missing");
  if (!unfinished.empty()) return shards_text(unfinished, first.count, "not finished");
  if (!same_points) {
    return "the shards found different shared or racing memory, so they explored parts of "
           "different trees; run them again with --points all or --points sync";
  }
  return "";
}

// A shard lists the limit of a wait only if it left something out.
void add_bound(std::vector<BoundCoverage>& into, const BoundCoverage& more) {
  const auto same = std::find_if(into.begin(), into.end(), [&](const BoundCoverage& bound) {
    return bound.name == more.name && bound.phrase == more.phrase;
  });
  if (same == into.end()) {
    into.push_back(more);
  } else {
    same->pruned += more.pruned;
  }
}

void add_search(SearchCoverage& into, const SearchCoverage& more) {
  into.end = std::max(into.end, more.end);
  into.takes_all = into.takes_all && more.takes_all;
  into.has_contexts = into.has_contexts || more.has_contexts;
  into.program_states.reset();  // several shards may have visited one state
  into.states += more.states;
  into.executions += more.executions;
  into.transitions += more.transitions;
  into.revisits += more.revisits;
  into.pruned += more.pruned;
  into.cut += more.cut;
  into.restarts += more.restarts;
  into.foreign_executions += more.foreign_executions;
  into.foreign_transitions += more.foreign_transitions;
  into.collision_chance += more.collision_chance;
  for (const BoundCoverage& bound : more.bounds) add_bound(into.bounds, bound);
}

PhaseCoverage* promised(Coverage& coverage) {
  const auto last = std::find_if(coverage.phases.rbegin(), coverage.phases.rend(),
                                 [](const PhaseCoverage& phase) { return !phase.is_hunt; });
  return last == coverage.phases.rend() ? nullptr : &*last;
}

// Leaves out what several shards counted.  Each shard counts the initial state.
void count_once(SearchCoverage& search, std::uint64_t shards) {
  if (search.unit == SearchCoverage::Unit::states) {
    search.has_contexts = true;  // several shards may have visited one state
  } else if (search.shards > 0) {
    search.executions -= std::min(search.executions, search.foreign_executions);
    search.transitions -= std::min(search.transitions, search.foreign_transitions);
    search.states -= std::min(search.states, search.foreign_transitions + shards - 1);
  }
  search.shard = 0;
  search.shards = 0;
  search.foreign_executions = 0;
  search.foreign_transitions = 0;
}

void sum_phases(RunResult& result) {
  result.states = result.executions = result.transitions = 0;
  result.revisits = result.pruned = result.cut = 0;
  for (const PhaseCoverage& phase : result.coverage.phases) {
    result.states += phase.search.states;
    result.executions += phase.search.executions;
    result.transitions += phase.search.transitions;
    result.revisits += phase.search.revisits;
    result.pruned += phase.search.pruned;
    result.cut += phase.search.cut;
  }
}

template <typename Item>
void add_missing(std::vector<Item>& into, const std::vector<Item>& more) {
  for (const Item& item : more) {
    if (std::find(into.begin(), into.end(), item) == into.end()) into.push_back(item);
  }
}

void add_error(RunResult& into, const FoundError& error) {
  const auto is_it = [&](const FoundError& other) { return is_same(other, error); };
  if (!into.error) {
    into.error = error;
  } else if (!is_it(*into.error) &&
             std::none_of(into.further_errors.begin(), into.further_errors.end(), is_it)) {
    into.further_errors.push_back(error);
  }
}

void add_result(RunResult& into, const RunResult& more) {
  if (!into.error && more.error) into.trace = more.trace;
  if (more.error) add_error(into, *more.error);
  for (const FoundError& error : more.further_errors) add_error(into, error);
  add_missing(into.races, more.races);
  add_missing(into.lock_order, more.lock_order);
  add_missing(into.unwatched, more.unwatched);
  add_missing(into.uninstrumented, more.uninstrumented);
  add_missing(into.weak_orders, more.weak_orders);
  into.suppressed_races = std::max(into.suppressed_races, more.suppressed_races);
  into.suppressed_lock_orders = std::max(into.suppressed_lock_orders, more.suppressed_lock_orders);
  add(into.leaks, more.leaks);
  if (into.reason.empty()) into.reason = more.reason;
  if (into.accesses != more.accesses) into.accesses = "unknown";
  if (!into.cut_loop) into.cut_loop = more.cut_loop;
  into.executed_steps += more.executed_steps;
  into.auxiliary_executions += more.auxiliary_executions;
  into.generated += more.generated;
  into.max_depth = std::max(into.max_depth, more.max_depth);
  into.threads = std::max(into.threads, more.threads);
  into.threads_at_once = std::max(into.threads_at_once, more.threads_at_once);
  into.seconds += more.seconds;
  into.peak_rss = std::max(into.peak_rss, more.peak_rss);
}

// Joins the phases that affect the verdict; hunts stay those of the first shard.
void add_coverage(Coverage& into, Coverage more) {
  PhaseCoverage* const own = promised(into);
  const PhaseCoverage* const other = promised(more);
  if (own != nullptr && other != nullptr) {
    add_search(own->search, other->search);
    own->errors += other->errors;
    own->unfinished_livelock_check |= other->unfinished_livelock_check;
    if (own->refusal.empty()) own->refusal = other->refusal;
  }
  add_missing(into.notes, more.notes);
  into.race_samples += more.race_samples;
  if (into.stopped.empty()) into.stopped = more.stopped;
}

}  // namespace

Result<RunResult> merge_shards(std::vector<NamedResult> results) {
  for (const NamedResult& one : results) {
    if (!one.result.shard) {
      return Error{"'" + one.file +
                   "' is the result of a whole search; merge results of 'heddle run --shard'."};
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (Status status = check_together(results[j], results[i]); !status) return status.error();
    }
  }
  std::sort(results.begin(), results.end(), [](const NamedResult& a, const NamedResult& b) {
    return a.result.shard->number < b.result.shard->number;
  });
  const std::string missing = gap(results);
  RunResult merged = results.front().result;
  for (std::size_t i = 1; i < results.size(); ++i) {
    add_result(merged, results[i].result);
    add_coverage(merged.coverage, results[i].result.coverage);
  }
  if (PhaseCoverage* const phase = promised(merged.coverage)) {
    merged.states_are_at_most = phase->search.unit == SearchCoverage::Unit::states;
    count_once(phase->search, results.size());
  }
  sum_phases(merged);
  merged.seed = merged.shard->seed;
  merged.search.erase("shard");
  merged.search["seed"] = std::to_string(merged.seed);
  merged.shard.reset();
  if (!missing.empty()) merged.coverage.stopped = "incomplete: " + missing;
  const bool is_whole = missing.empty() && is_complete(merged.coverage) && merged.reason.empty();
  merged.verdict = merged.error ? RunVerdict::error
                   : is_whole   ? RunVerdict::complete
                                : RunVerdict::incomplete;
  // A search of all schedules has shown that these deadlocks cannot happen.
  if (is_whole && is_sync_done(merged.coverage)) merged.lock_order.clear();
  return merged;
}

}  // namespace heddle::result
