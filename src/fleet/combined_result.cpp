#include "fleet/combined_result.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/check.hpp"

namespace heddle::fleet {
namespace {

std::optional<std::size_t> first_with(const Members& members, bool (*test)(const Member&)) {
  const auto found = std::find_if(members.begin(), members.end(), test);
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

bool is_complete(const Member& member) {
  return !is_lost(member) && member.outcome->result.verdict == result::RunVerdict::complete;
}

bool has_report(const Member& member) { return !is_lost(member); }

result::MemberResult result_of(const Member& member) {
  const result::RunResult& result = member.outcome->result;
  result::MemberResult one;
  one.seed = member.seed;
  one.verdict = is_lost(member) ? result::RunVerdict::incomplete : result.verdict;
  one.executions = result.executions;
  one.states = result.states;
  one.seconds = result.seconds;
  one.peak_rss = result.peak_rss;
  if (is_lost(member)) {
    const std::string& internal = member.outcome->internal_error;
    one.death = internal.empty() ? member.outcome->unexplained_death : "Heddle failed: " + internal;
  }
  return one;
}

void add_counts(result::RunResult& into, const result::RunResult& more) {
  into.states += more.states;
  into.transitions += more.transitions;
  into.executed_steps += more.executed_steps;
  into.generated += more.generated;
  into.revisits += more.revisits;
  into.locations_observed = std::max(into.locations_observed, more.locations_observed);
  into.executions += more.executions;
  into.auxiliary_executions += more.auxiliary_executions;
  into.pruned += more.pruned;
  into.cut += more.cut;
  into.max_depth = std::max(into.max_depth, more.max_depth);
  into.nodes = std::max(into.nodes, more.nodes);
  into.restarts += more.restarts;
  into.threads = std::max(into.threads, more.threads);
  into.threads_at_once = std::max(into.threads_at_once, more.threads_at_once);
  into.peak_rss = std::max(into.peak_rss, more.peak_rss);
  into.peak_rss_sum += more.peak_rss;
}

void add_warnings(result::RunResult& into, const result::RunResult& more) {
  for (const result::FoundRace& race : more.races) {
    const auto known = std::find(into.races.begin(), into.races.end(), race);
    if (known == into.races.end()) into.races.push_back(race);
  }
  if (!into.cut_loop) into.cut_loop = more.cut_loop;
  for (const result::FoundLockCycle& cycle : more.lock_order) {
    auto& all = into.lock_order;
    if (std::find(all.begin(), all.end(), cycle) == all.end()) all.push_back(cycle);
  }
  add(into.leaks, more.leaks);
  add(into.not_seen, more.not_seen);
}

void clear_counts(result::RunResult& result) {
  result.states = 0;
  result.transitions = 0;
  result.executed_steps = 0;
  result.generated = 0;
  result.revisits = 0;
  result.executions = 0;
  result.auxiliary_executions = 0;
  result.pruned = 0;
  result.cut = 0;
}

// Errors of members other than the winner that are not known yet.
void add_errors(WorkerOutcome& into, const WorkerOutcome& more) {
  const auto add = [&](const result::FoundError& error, const std::optional<trace::Trace>& trace) {
    std::vector<result::FoundError>& known = into.result.further_errors;
    if (into.result.error && result::is_same(*into.result.error, error)) return;
    if (std::any_of(known.begin(), known.end(),
                    [&](const result::FoundError& e) { return result::is_same(e, error); })) {
      return;
    }
    known.push_back(error);
    into.further_traces.resize(known.size());
    into.further_traces.back() = trace;
  };
  if (more.result.error) add(*more.result.error, more.trace);
  for (std::size_t i = 0; i < more.result.further_errors.size(); ++i) {
    add(more.result.further_errors[i],
        i < more.further_traces.size() ? more.further_traces[i] : std::nullopt);
  }
}

}  // namespace

bool is_lost(const Member& member) {
  return member.outcome &&
         (!member.outcome->unexplained_death.empty() || !member.outcome->internal_error.empty());
}

bool found_error(const Member& member) {
  return member.outcome && !is_lost(member) &&
         member.outcome->result.verdict == result::RunVerdict::error;
}

bool left_others(const Member& member) {
  if (!member.outcome || is_lost(member)) return member.outcome.has_value();
  // One that was killed by the command has the reason in its coverage.
  const result::RunResult& result = member.outcome->result;
  return result.verdict != result::RunVerdict::complete &&
         (!member.counts_all || !result.coverage.stopped.empty());
}

std::vector<LostMember> take_lost(Members& members) {
  std::vector<LostMember> lost;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!is_lost(members[i])) continue;
    lost.push_back({i, result_of(members[i]).death, std::move(members[i].outcome->trace)});
    members[i].outcome->trace.reset();
  }
  return lost;
}

WorkerOutcome combine_split(Members members, std::optional<std::size_t> winner, double seconds) {
  HEDDLE_CHECK(!members.empty(), "a run without a search");
  if (!winner) winner = first_with(members, found_error);
  const std::size_t chosen = winner ? *winner : first_with(members, has_report).value_or(0);
  // Without the counts of all, the sum of the parts is known.
  if (!members[chosen].counts_all) {
    for (Member& member : members) member.counts_all = false;
    return combine(std::move(members), winner, seconds);
  }
  WorkerOutcome combined = *members[chosen].outcome;
  result::RunResult& result = combined.result;
  result.split = true;
  result.member = chosen;
  result.seconds = seconds;
  result.executed_steps = 0;
  result.auxiliary_executions = 0;
  result.peak_rss = 0;
  result::RankTraffic traffic;
  for (const Member& member : members) {
    const result::RunResult& part = member.outcome->result;
    result::MemberResult& own = result.members.emplace_back(result_of(member));
    own.states = member.own_states;
    own.executions = member.own_executions;
    result.executed_steps += part.executed_steps;
    result.auxiliary_executions += part.auxiliary_executions;
    result.peak_rss = std::max(result.peak_rss, part.peak_rss);
    result.peak_rss_sum += part.peak_rss;
    add_warnings(result, part);
    if (part.traffic) traffic += *part.traffic;
    if (found_error(member)) add_errors(combined, *member.outcome);
  }
  if (result.traffic) result.traffic = traffic;
  combined.internal_error.clear();
  return combined;
}

WorkerOutcome combine(Members members, std::optional<std::size_t> winner, double seconds) {
  HEDDLE_CHECK(!members.empty(), "a run without a search");
  if (!winner) winner = first_with(members, found_error);
  if (!winner) winner = first_with(members, is_complete);
  const bool finished = winner.has_value();
  const bool all_lost = !finished && !first_with(members, has_report);
  const std::size_t chosen = finished ? *winner : first_with(members, has_report).value_or(0);

  WorkerOutcome combined = *members[chosen].outcome;
  result::RunResult& result = combined.result;
  clear_counts(result);
  result.member = chosen;
  result.seed = members[chosen].seed;
  result.seconds = seconds;
  for (const Member& member : members) {
    result.members.push_back(result_of(member));
    add_counts(result, member.outcome->result);
    add_warnings(result, member.outcome->result);
    if (found_error(member)) add_errors(combined, *member.outcome);
  }
  const std::string count = std::to_string(members.size());
  if (all_lost) {
    result.verdict = result::RunVerdict::incomplete;
    result.error.reset();
    result.coverage = {};
    result.coverage.stopped = "all " + count + " searches died";
  } else if (!finished) {
    result.coverage.before =
        "none of " + count + " searches finished; search " + std::to_string(chosen) + ": ";
  }
  if (!all_lost) combined.internal_error.clear();
  return combined;
}

}  // namespace heddle::fleet
