#include "ranks/member_text.hpp"

#include <nlohmann/json.hpp>

#include "result/worker_report.hpp"
#include "trace/trace_file.hpp"

namespace heddle::ranks {
namespace {

using Json = nlohmann::json;

Json trace_json(const std::optional<trace::Trace>& trace) {
  return trace ? Json(trace::to_text(*trace)) : Json();
}

std::optional<trace::Trace> trace_from(const Json& json) {
  if (!json.is_string()) return std::nullopt;
  // That of a worker that died is not whole.
  Result<trace::Trace> trace = trace::parse_partial_trace(json.get<std::string>(), "the trace");
  if (!trace) return std::nullopt;
  return std::move(*trace);
}

Json outcome_json(const fleet::WorkerOutcome& outcome) {
  Json json;
  json["report"] = result::to_json(result::WorkerReport{outcome.result, outcome.divergence, ""});
  json["trace"] = trace_json(outcome.trace);
  json["further_traces"] = Json::array();
  for (const auto& trace : outcome.further_traces) {
    json["further_traces"].push_back(trace_json(trace));
  }
  json["internal_error"] = outcome.internal_error;
  json["unexplained_death"] = outcome.unexplained_death;
  return json;
}

Result<fleet::WorkerOutcome> outcome_from(const Json& json) {
  Result<result::WorkerReport> report =
      result::worker_report_from_json(json.at("report").get<std::string>());
  if (!report) return report.error();
  fleet::WorkerOutcome outcome;
  outcome.result = std::move(report->result);
  outcome.divergence = std::move(report->divergence);
  outcome.trace = trace_from(json.at("trace"));
  for (const Json& trace : json.at("further_traces")) {
    outcome.further_traces.push_back(trace_from(trace));
  }
  outcome.internal_error = json.at("internal_error");
  outcome.unexplained_death = json.at("unexplained_death");
  return outcome;
}

}  // namespace

std::string to_text(const Result<fleet::Member>& member) {
  if (!member) return Json{{"sentence", member.sentence()}}.dump();
  Json json = outcome_json(*member->outcome);
  json["seed"] = member->seed;
  json["counts_all"] = member->counts_all;
  json["cannot_split"] = member->cannot_split;
  json["own_states"] = member->own_states;
  json["own_executions"] = member->own_executions;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<fleet::Member> member_from_text(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.contains("sentence")) return Error{json.at("sentence")};
    Result<fleet::WorkerOutcome> outcome = outcome_from(json);
    if (!outcome) return outcome.error();
    fleet::Member member;
    member.outcome = std::move(*outcome);
    member.seed = json.at("seed");
    member.counts_all = json.at("counts_all");
    member.cannot_split = json.at("cannot_split");
    member.own_states = json.at("own_states");
    member.own_executions = json.at("own_executions");
    return member;
  } catch (const Json::exception& error) {
    return Error{std::string("the result of another rank cannot be read: ") + error.what()};
  }
}

}  // namespace heddle::ranks
