#include "fleet/worker_report.hpp"

#include <nlohmann/json.hpp>

namespace heddle::fleet {

std::string to_json(const WorkerReport& report) {
  nlohmann::json json;
  json["result"] = nlohmann::json::parse(to_json(report.result));
  json["divergence"] = report.divergence;
  json["refusal"] = report.refusal;
  // The program's own words may be any bytes.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<WorkerReport> worker_report_from_json(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const Error garbled{"The worker's report is garbled."};
  if (!json.is_object() || !json.contains("result")) return garbled;
  Result<RunResult> result = run_result_from_json(json["result"].dump());
  if (!result) return garbled;
  return WorkerReport{std::move(*result), json.value("divergence", ""), json.value("refusal", "")};
}

}  // namespace heddle::fleet
