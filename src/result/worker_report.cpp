#include "result/worker_report.hpp"

#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {

std::string to_json(const WorkerReport& report) {
  nlohmann::json json;
  json["result"] = nlohmann::json::parse(to_json(report.result));
  json["found_races"] = nlohmann::json::array();
  for (const FoundRace& race : report.result.races) {
    json["found_races"].push_back(found_json(race));
  }
  json["found_lock_cycles"] = nlohmann::json::array();
  for (const FoundLockCycle& cycle : report.result.lock_order) {
    json["found_lock_cycles"].push_back(found_json(cycle));
  }
  if (report.result.cut_loop) json["cut_loop"] = found_json(*report.result.cut_loop);
  json["not_seen"] = to_json(report.result.not_seen);
  json["visited"] = report.result.visited;
  json["divergence"] = report.divergence;
  json["refusal"] = report.refusal;
  // The program's own words may be any bytes.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<WorkerReport> worker_report_from_json(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const Error garbled{
      "The worker's report is corrupt; build the program again with this version of Heddle."};
  if (!json.is_object() || !json.contains("result")) return garbled;
  Result<RunResult> result = run_result_from_json(json["result"].dump());
  if (!result) return garbled;
  // The result has them without their places in the code.
  result->races.clear();
  for (const nlohmann::json& race : list(json, "found_races")) {
    result->races.push_back(found_race_from_json(race));
  }
  result->lock_order.clear();
  for (const nlohmann::json& cycle : list(json, "found_lock_cycles")) {
    result->lock_order.push_back(found_lock_cycle_from_json(cycle));
  }
  if (const auto loop = json.find("cut_loop"); loop != json.end()) {
    result->cut_loop = cut_loop_from_json(*loop);
  }
  if (const auto all = json.find("not_seen"); all != json.end()) {
    result->not_seen = not_seen_from_json(*all);
  }
  read(json, "visited", result->visited);
  return WorkerReport{std::move(*result), json.value("divergence", ""), json.value("refusal", "")};
}

}  // namespace heddle::result
