#include "result/run_result.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error_identity.hpp"
#include "result/object_reader.hpp"

namespace heddle::result {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kVerdicts = {"error", "complete", "incomplete"};

std::string identity_text(std::uint64_t identity) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), identity, 16).ptr;
  return {digits.begin(), end};
}

bool read_identity(const std::string& text, std::uint64_t& into) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, into, 16);
  return error == std::errc{} && rest == end;
}

OrderedJson error_json(const FoundError& error) {
  OrderedJson json = {{"kind", key(error.kind)},
                      {"message", error.message},
                      {"thread", error.thread},
                      {"location", error.location},
                      {"depth", error.depth}};
  if (error.cycle_length > 0) {
    json["cycle_begin"] = error.cycle_begin;
    json["cycle_length"] = error.cycle_length;
  }
  if (error.is_simplification_cut) json["simplification_cut"] = true;
  if (!error.trace.empty()) json["trace"] = error.trace;
  if (error.identity != 0) json["identity"] = identity_text(error.identity);
  return json;
}

bool read_error(const OrderedJson& json, FoundError& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.take("kind", [&](const OrderedJson& kind) {
    return kind.is_string() && failure_kind(kind.get<std::string>(), into.kind);
  });
  reader.field("message", into.message);
  reader.field("thread", into.thread);
  reader.field("location", into.location);
  reader.field("depth", into.depth);
  reader.field("cycle_begin", into.cycle_begin);
  reader.field("cycle_length", into.cycle_length);
  reader.field("simplification_cut", into.is_simplification_cut);
  reader.field("trace", into.trace);
  reader.take("identity", [&](const OrderedJson& identity) {
    return identity.is_string() && read_identity(identity.get<std::string>(), into.identity);
  });
  return true;
}

void write_members(const RunResult& result, OrderedJson& json) {
  if (result.members.empty()) return;
  json["jobs"] = result.members.size();
  json["member"] = result.member;
  json["peak_rss_sum"] = result.peak_rss_sum;
  json["split"] = result.split;
  json["members"] = OrderedJson::array();
  for (const MemberResult& member : result.members) {
    json["members"].push_back({{"seed", member.seed},
                               {"verdict", kVerdicts[static_cast<std::size_t>(member.verdict)]},
                               {"executions", member.executions},
                               {"states", member.states},
                               {"seconds", std::isfinite(member.seconds) ? member.seconds : 0.0},
                               {"peak_rss", member.peak_rss},
                               {"death", member.death}});
  }
}

bool read_member(const OrderedJson& json, MemberResult& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("seed", into.seed);
  reader.word("verdict", kVerdicts, into.verdict);
  reader.field("executions", into.executions);
  reader.field("states", into.states);
  reader.field("seconds", into.seconds);
  reader.field("peak_rss", into.peak_rss);
  reader.field("death", into.death);
  return true;
}

void read_members(ObjectReader& reader, RunResult& into, std::string& wrong) {
  reader.field("member", into.member);
  reader.field("peak_rss_sum", into.peak_rss_sum);
  reader.field("split", into.split);
  reader.list("members", [&](const OrderedJson& one) {
    return read_member(one, into.members.emplace_back(), wrong);
  });
}

bool read_estimate(const OrderedJson& json, ScheduleEstimate& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("schedules", into.schedules);
  reader.field("low", into.low);
  reader.field("high", into.high);
  return true;
}

bool read_tree(const OrderedJson& json, TreeSizes& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("interval", into.interval);
  reader.field("nodes", into.nodes);
  return true;
}

void read_errors(ObjectReader& reader, RunResult& into, std::string& wrong) {
  reader.take("error", [&](const OrderedJson& json) {
    return json.is_null() || read_error(json, into.error.emplace(), wrong);
  });
  reader.list("further_errors", [&](const OrderedJson& one) {
    return read_error(one, into.further_errors.emplace_back(), wrong);
  });
}

void read_warnings(ObjectReader& reader, RunResult& into) {
  reader.list("races", [&](const OrderedJson& race) {
    if (race.is_object()) into.races.push_back(race_from_json(race));
    return race.is_object();
  });
  reader.field("suppressed_races", into.suppressed_races);
  reader.list("lock_order", [&](const OrderedJson& cycle) {
    if (cycle.is_array()) into.lock_order.push_back(lock_cycle_from_json(cycle));
    return cycle.is_array();
  });
  reader.field("suppressed_lock_orders", into.suppressed_lock_orders);
  reader.field("leaked_blocks", into.leaks.blocks);
  reader.field("leaked_bytes", into.leaks.bytes);
  reader.field("unjoined_threads", into.leaks.threads);
}

void write_traffic(const RunResult& result, OrderedJson& json) {
  if (!result.traffic) return;
  const RankTraffic& traffic = *result.traffic;
  json["traffic"] = {{"messages", traffic.messages}, {"bytes", traffic.bytes},
                     {"claims", traffic.claims},     {"batches", traffic.batches},
                     {"known", traffic.known},       {"mails", traffic.mails}};
}

bool read_traffic(const OrderedJson& json, RankTraffic& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("messages", into.messages);
  reader.field("bytes", into.bytes);
  reader.field("claims", into.claims);
  reader.field("batches", into.batches);
  reader.field("known", into.known);
  reader.field("mails", into.mails);
  return wrong.empty();
}

void write_shard(const RunResult& result, OrderedJson& json) {
  if (result.states_are_at_most) json["states_at_most"] = true;
  if (!result.shard) return;
  const ShardResult& shard = *result.shard;
  json["shard"] = {
      {"number", shard.number},           {"count", shard.count}, {"finished", shard.is_finished},
      {"points_hash", shard.points_hash}, {"seed", shard.seed},   {"version", shard.version}};
}

bool read_shard(const OrderedJson& json, ShardResult& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("number", into.number);
  reader.field("count", into.count);
  reader.field("finished", into.is_finished);
  reader.field("points_hash", into.points_hash);
  reader.field("seed", into.seed);
  reader.field("version", into.version);
  return into.number > 0 && into.number <= into.count;
}

bool has_option(const RunResult& result, const char* name, std::string_view value) {
  const auto found = result.search.find(name);
  return found != result.search.end() && found->second == value;
}

}  // namespace

bool is_same(const FoundError& a, const FoundError& b) {
  return error_identity(a.identity, a.kind, a.message) ==
         error_identity(b.identity, b.kind, b.message);
}

std::string_view key(RunVerdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

bool fails_by_races(const RunResult& result) {
  return result.verdict != RunVerdict::error && !result.races.empty() &&
         has_option(result, "fail-on", "race");
}

bool is_accepted(const RunResult& result) {
  if (result.verdict != RunVerdict::incomplete || !has_option(result, "allow-incomplete", "true")) {
    return false;
  }
  const bool has_deaths = std::any_of(result.members.begin(), result.members.end(),
                                      [](const MemberResult& one) { return !one.death.empty(); });
  return !has_deaths && result.cut < result.executions && ended_by_itself(result.coverage);
}

RankTraffic& RankTraffic::operator+=(const RankTraffic& more) {
  messages += more.messages;
  bytes += more.bytes;
  claims += more.claims;
  batches += more.batches;
  known += more.known;
  mails += more.mails;
  return *this;
}

int exit_code(const RunResult& result) {
  if (fails_by_races(result)) return 1;
  switch (result.verdict) {
    case RunVerdict::complete:
      return 0;
    case RunVerdict::incomplete:
      // The coverage that was asked for is that of the shard.
      return is_accepted(result) || (result.shard && result.shard->is_finished) ? 0 : 3;
    case RunVerdict::error:
      break;
  }
  return result.error && result.error->kind == FailureKind::divergence ? 4 : 1;
}

void add(LeakCounts& into, const LeakCounts& more) {
  if (more.blocks > into.blocks) {
    into.blocks = more.blocks;
    into.bytes = more.bytes;
  }
  into.threads = std::max(into.threads, more.threads);
}

std::string to_json(const RunResult& result) {
  OrderedJson json;
  json["verdict"] = key(result.verdict);
  json["error"] = result.error ? error_json(*result.error) : OrderedJson(nullptr);
  json["further_errors"] = OrderedJson::array();
  for (const FoundError& error : result.further_errors) {
    json["further_errors"].push_back(error_json(error));
  }
  json["coverage"] = coverage_text(result.coverage);
  json["coverage_facts"] = to_json(result.coverage, result.unwatched);
  json["search"] = OrderedJson::object();
  for (const auto& [option, value] : result.search) json["search"][option] = value;
  json["seed"] = result.seed;
  json["states"] = result.states;
  json["transitions"] = result.transitions;
  json["executed_steps"] = result.executed_steps;
  json["generated_states"] = result.generated;
  json["revisits"] = result.revisits;
  if (result.locations_observed) json["locations_observed"] = *result.locations_observed;
  json["executions"] = result.executions;
  json["auxiliary_executions"] = result.auxiliary_executions;
  json["max_depth"] = result.max_depth;
  json["pruned"] = result.pruned;
  if (result.threads > 0) {
    json["threads"] = result.threads;
    json["threads_at_once"] = result.threads_at_once;
  }
  json["cut"] = result.cut;
  if (result.cut_loop) json["cut_loop"] = to_json(*result.cut_loop);
  if (result.nodes > 0) json["nodes"] = result.nodes;
  if (!result.tree.nodes.empty()) {
    json["tree"] = {{"interval", result.tree.interval}, {"nodes", result.tree.nodes}};
  }
  if (!result.explored_tree.empty()) json["explored_tree"] = to_json(result.explored_tree);
  if (result.restarts > 0) json["restarts"] = result.restarts;
  if (result.estimate) {
    json["estimate"] = {{"schedules", result.estimate->schedules},
                        {"low", result.estimate->low},
                        {"high", result.estimate->high}};
  }
  json["races"] = OrderedJson::array();
  for (const FoundRace& race : result.races) json["races"].push_back(to_json(race));
  json["suppressed_races"] = result.suppressed_races;
  json["lock_order"] = OrderedJson::array();
  for (const FoundLockCycle& cycle : result.lock_order) {
    if (is_named(cycle)) json["lock_order"].push_back(to_json(cycle));
  }
  json["suppressed_lock_orders"] = result.suppressed_lock_orders;
  json["leaked_blocks"] = result.leaks.blocks;
  json["leaked_bytes"] = result.leaks.bytes;
  json["unjoined_threads"] = result.leaks.threads;
  json["unwatched"] = result.unwatched;
  json["uninstrumented"] = result.uninstrumented;
  json["weak_orders"] = result.weak_orders;
  if (!result.accesses.empty()) json["accesses"] = result.accesses;
  json["reason"] = result.reason;
  json["seconds"] = std::isfinite(result.seconds) ? result.seconds : 0.0;
  json["peak_rss"] = result.peak_rss;
  write_members(result, json);
  write_traffic(result, json);
  write_shard(result, json);
  json["trace"] = result.trace;
  // Messages come from the explored program and need not be UTF-8.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

Result<RunResult> run_result_from_json(std::string_view text) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("verdict")) {
    return Error{"this is not the result of a run; name a file written by 'heddle run --json'"};
  }
  RunResult result;
  std::string wrong;
  ObjectReader reader(json, wrong);
  reader.word("verdict", kVerdicts, result.verdict);
  read_errors(reader, result, wrong);
  reader.take("coverage_facts", [&](const OrderedJson& facts) {
    std::optional<Coverage> coverage = coverage_from_json(facts);
    if (coverage) result.coverage = std::move(*coverage);
    return coverage.has_value();
  });
  reader.field("search", result.search);
  reader.field("seed", result.seed);
  reader.field("states", result.states);
  reader.field("transitions", result.transitions);
  reader.field("executed_steps", result.executed_steps);
  reader.field("generated_states", result.generated);
  reader.field("revisits", result.revisits);
  reader.field("locations_observed", result.locations_observed);
  reader.field("executions", result.executions);
  reader.field("auxiliary_executions", result.auxiliary_executions);
  reader.field("max_depth", result.max_depth);
  reader.field("pruned", result.pruned);
  reader.field("threads", result.threads);
  reader.field("threads_at_once", result.threads_at_once);
  reader.field("cut", result.cut);
  reader.take("cut_loop", [&](const OrderedJson& loop) {
    result.cut_loop = cut_loop_from_json(nlohmann::json(loop));
    return loop.is_object();
  });
  reader.field("nodes", result.nodes);
  reader.take("tree", [&](const OrderedJson& tree) { return read_tree(tree, result.tree, wrong); });
  reader.take("explored_tree", [&](const OrderedJson& explored) {
    return read_explored_tree(explored, result.explored_tree);
  });
  reader.field("restarts", result.restarts);
  reader.take("estimate", [&](const OrderedJson& estimate) {
    return read_estimate(estimate, result.estimate.emplace(), wrong);
  });
  read_warnings(reader, result);
  reader.field("unwatched", result.unwatched);
  reader.field("uninstrumented", result.uninstrumented);
  reader.field("weak_orders", result.weak_orders);
  reader.field("accesses", result.accesses);
  reader.field("reason", result.reason);
  reader.field("seconds", result.seconds);
  reader.field("peak_rss", result.peak_rss);
  read_members(reader, result, wrong);
  reader.field("states_at_most", result.states_are_at_most);
  reader.take("traffic", [&](const OrderedJson& traffic) {
    return read_traffic(traffic, result.traffic.emplace(), wrong);
  });
  reader.take("shard", [&](const OrderedJson& shard) {
    return read_shard(shard, result.shard.emplace(), wrong);
  });
  reader.field("trace", result.trace);
  if (!wrong.empty()) {
    return Error{"the result of a run has a bad '" + wrong +
                 "'; write it again with 'heddle run --json'"};
  }
  return result;
}

}  // namespace heddle::result
