#include <array>
#include <nlohmann/json.hpp>

#include "result/object_reader.hpp"
#include "result/run_coverage.hpp"

namespace heddle::result {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kUnits = {"states", "schedules", "classes"};
constexpr std::array<std::string_view, 6> kEnds = {"exhausted", "error",      "error limit",
                                                   "budget",    "time limit", "interrupted"};
constexpr std::array<std::string_view, 4> kRemainders = {"schedules within the limit",
                                                         "prefixes of schedules", "fair schedules",
                                                         "schedules within the limits of waits"};

template <typename Words, typename Enum>
std::string_view word_of(const Words& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

void write_bounds(const PhaseCoverage& phase, OrderedJson& json) {
  if (phase.preemptions) json["preemptions"] = *phase.preemptions;
  if (phase.delays) json["delays"] = *phase.delays;
  if (phase.depth) json["depth"] = *phase.depth;
  if (phase.early_timeouts) json["early_timeouts"] = *phase.early_timeouts;
  if (phase.spurious) json["spurious"] = *phase.spurious;
}

OrderedJson bound_json(const BoundCoverage& bound) {
  return {{"name", bound.name},
          {"phrase", bound.phrase},
          {"keeps", word_of(kRemainders, bound.remainder)},
          {"pruned", bound.pruned}};
}

OrderedJson phase_json(const PhaseCoverage& phase) {
  const SearchCoverage& search = phase.search;
  OrderedJson json = {
      {"search", phase.search_name}, {"points", phase.points}, {"hunt", phase.is_hunt}};
  if (phase.raises_waits) json["raises_waits"] = true;
  write_bounds(phase, json);
  json["unit"] = word_of(kUnits, search.unit);
  json["end"] = word_of(kEnds, search.end);
  json["takes_all"] = search.takes_all;
  json["random"] = search.is_random;
  json["one_of_each"] = search.one_of_each;
  json["reduced"] = search.reduced;
  json["contexts"] = search.has_contexts;
  if (search.program_states) json["program_states"] = *search.program_states;
  json["states"] = search.states;
  json["executions"] = search.executions;
  json["transitions"] = search.transitions;
  json["revisits"] = search.revisits;
  json["repeated_states"] = search.repeated_states;
  json["repeated_executions"] = search.repeated_executions;
  json["pruned"] = search.pruned;
  json["cut"] = search.cut;
  if (search.restarts > 0) json["restarts"] = search.restarts;
  if (search.shards > 0) {
    json["shard"] = search.shard;
    json["shards"] = search.shards;
    json["foreign_executions"] = search.foreign_executions;
    json["foreign_transitions"] = search.foreign_transitions;
  }
  json["bounds"] = OrderedJson::array();
  for (const BoundCoverage& bound : search.bounds) json["bounds"].push_back(bound_json(bound));
  if (search.hashed_share) json["hashed_share"] = *search.hashed_share;
  json["collision_chance"] = search.collision_chance;
  json["guarantee"] = search.guarantee;
  json["errors"] = phase.errors;
  json["unfinished_livelock_check"] = phase.unfinished_livelock_check;
  json["estimate"] = phase.estimate;
  json["refusal"] = phase.refusal;
  return json;
}

// Lists what was pruned in the phase that decides, and why.
OrderedJson pruned_json(const PhaseCoverage& phase) {
  const SearchCoverage& search = phase.search;
  OrderedJson json = OrderedJson::array();
  const auto add = [&](std::string_view what, std::string_view why, std::uint64_t count) {
    if (count > 0) json.push_back({{"what", what}, {"why", why}, {"count", count}});
  };
  std::uint64_t by_bounds = 0;
  for (const BoundCoverage& bound : search.bounds) {
    add("choices", bound.remainder == Remainder::fair ? "only fair schedules" : bound.phrase,
        bound.pruned);
    if (bound.remainder != Remainder::within_waits) by_bounds += bound.pruned;
  }
  add("choices", "given up by the search strategy",
      search.pruned > by_bounds ? search.pruned - by_bounds : 0);
  add("arrivals", "the state was visited", search.revisits);
  add("executions", "cut at the step limit", search.cut);
  return json;
}

// The model that the deciding phase checked.  Executions are sequentially consistent.
OrderedJson model_json(const PhaseCoverage& phase) {
  OrderedJson json = {
      {"points", phase.points}, {"memory", "sc"}, {"bounds", OrderedJson::object()}};
  write_bounds(phase, json["bounds"]);
  return json;
}

bool read_bound(const OrderedJson& json, BoundCoverage& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("name", into.name);
  reader.field("phrase", into.phrase);
  reader.word("keeps", kRemainders, into.remainder);
  reader.field("pruned", into.pruned);
  return true;
}

bool read_phase(const OrderedJson& json, PhaseCoverage& into, std::string& wrong) {
  if (!json.is_object()) return false;
  SearchCoverage& search = into.search;
  ObjectReader reader(json, wrong);
  reader.field("search", into.search_name);
  reader.field("points", into.points);
  reader.field("hunt", into.is_hunt);
  reader.field("raises_waits", into.raises_waits);
  reader.field("preemptions", into.preemptions);
  reader.field("delays", into.delays);
  reader.field("depth", into.depth);
  reader.field("early_timeouts", into.early_timeouts);
  reader.field("spurious", into.spurious);
  reader.word("unit", kUnits, search.unit);
  reader.word("end", kEnds, search.end);
  reader.field("takes_all", search.takes_all);
  reader.field("random", search.is_random);
  reader.field("one_of_each", search.one_of_each);
  reader.field("reduced", search.reduced);
  reader.field("contexts", search.has_contexts);
  reader.field("program_states", search.program_states);
  reader.field("states", search.states);
  reader.field("executions", search.executions);
  reader.field("transitions", search.transitions);
  reader.field("revisits", search.revisits);
  reader.field("repeated_states", search.repeated_states);
  reader.field("repeated_executions", search.repeated_executions);
  reader.field("pruned", search.pruned);
  reader.field("cut", search.cut);
  reader.field("restarts", search.restarts);
  reader.field("shard", search.shard);
  reader.field("shards", search.shards);
  reader.field("foreign_executions", search.foreign_executions);
  reader.field("foreign_transitions", search.foreign_transitions);
  reader.list("bounds", [&](const OrderedJson& one) {
    return read_bound(one, search.bounds.emplace_back(), wrong);
  });
  reader.field("hashed_share", search.hashed_share);
  reader.field("collision_chance", search.collision_chance);
  reader.field("guarantee", search.guarantee);
  reader.field("errors", into.errors);
  reader.field("unfinished_livelock_check", into.unfinished_livelock_check);
  reader.field("estimate", into.estimate);
  reader.field("refusal", into.refusal);
  return true;
}

bool read_certificate(const OrderedJson& json, CertificateFacts& into, std::string& wrong) {
  if (!json.is_object()) return false;
  ObjectReader reader(json, wrong);
  reader.field("file", into.file);
  reader.field("count", into.count);
  reader.field("hash", into.hash);
  return true;
}

}  // namespace

OrderedJson to_json(const Coverage& coverage, const std::vector<std::string>& exceptions) {
  const PhaseCoverage* const last = last_promised(coverage);
  OrderedJson json;
  json["model"] = last == nullptr ? OrderedJson() : model_json(*last);
  json["complete"] = is_complete(coverage);
  json["pruned"] = last == nullptr ? OrderedJson::array() : pruned_json(*last);
  json["exceptions"] = exceptions;
  json["phases"] = OrderedJson::array();
  for (const PhaseCoverage& phase : coverage.phases) json["phases"].push_back(phase_json(phase));
  json["phases_left"] = coverage.phases_left;
  json["stopped"] = coverage.stopped;
  json["before"] = coverage.before;
  json["notes"] = coverage.notes;
  if (coverage.race_samples > 0) json["race_samples"] = coverage.race_samples;
  json["program"] = {{"path", coverage.program.path},
                     {"arguments", coverage.program.arguments},
                     {"hash", coverage.program.hash}};
  if (coverage.certificate) {
    json["certificate"] = {{"file", coverage.certificate->file},
                           {"count", coverage.certificate->count},
                           {"hash", coverage.certificate->hash}};
  }
  return json;
}

std::optional<Coverage> coverage_from_json(const OrderedJson& json) {
  if (!json.is_object()) return std::nullopt;
  Coverage coverage;
  std::string wrong;
  ObjectReader reader(json, wrong);
  reader.list("phases", [&](const OrderedJson& one) {
    return read_phase(one, coverage.phases.emplace_back(), wrong);
  });
  reader.field("phases_left", coverage.phases_left);
  reader.field("stopped", coverage.stopped);
  reader.field("before", coverage.before);
  reader.field("notes", coverage.notes);
  reader.field("race_samples", coverage.race_samples);
  reader.take("program", [&](const OrderedJson& program) {
    if (!program.is_object()) return false;
    ObjectReader inner(program, wrong);
    inner.field("path", coverage.program.path);
    inner.field("arguments", coverage.program.arguments);
    inner.field("hash", coverage.program.hash);
    return true;
  });
  reader.take("certificate", [&](const OrderedJson& certificate) {
    return read_certificate(certificate, coverage.certificate.emplace(), wrong);
  });
  if (!wrong.empty()) return std::nullopt;
  return coverage;
}

}  // namespace heddle::result
