#include "campaign/status.hpp"

#include <algorithm>

#include "campaign/checked_json.hpp"
#include "result/object_reader.hpp"

namespace heddle::campaign {

void CampaignStatus::spend(const std::string& on, double duration) {
  const auto known = std::find_if(phases.begin(), phases.end(),
                                  [&](const PhaseTime& one) { return one.phase == on; });
  if (known == phases.end()) {
    phases.push_back({on, duration});
  } else {
    known->seconds += duration;
  }
}

Json status_json(const CampaignStatus& status) {
  Json json = {{"runs", status.runs},
               {"seconds", status.seconds},
               {"executions", status.executions},
               {"states", status.states},
               {"transitions", status.transitions},
               {"max_depth", status.max_depth},
               {"errors", status.errors},
               {"races", status.races},
               {"memory", status.memory},
               {"checkpoints", status.checkpoints},
               {"executions_per_second", status.rate},
               {"states_per_second", status.state_rate},
               {"phase", status.phase},
               {"phases", Json::array()},
               {"verdict", status.verdict},
               {"coverage", status.coverage},
               {"can_continue", status.can_continue},
               {"found", status.found}};
  for (const PhaseTime& one : status.phases) {
    json["phases"].push_back({{"phase", one.phase}, {"seconds", one.seconds}});
  }
  if (status.estimate) {
    json["estimate"] = {{"schedules", status.estimate->schedules},
                        {"low", status.estimate->low},
                        {"high", status.estimate->high}};
  }
  return json;
}

std::string to_file(const CampaignStatus& status) { return checked_text(status_json(status)); }

std::optional<CampaignStatus> status_from_file(std::string_view text) {
  const std::optional<Json> json = parse_checked(text);
  if (!json) return std::nullopt;
  CampaignStatus status;
  std::string wrong;
  result::ObjectReader reader(*json, wrong);
  reader.field("runs", status.runs);
  reader.field("seconds", status.seconds);
  reader.field("executions", status.executions);
  reader.field("states", status.states);
  reader.field("transitions", status.transitions);
  reader.field("max_depth", status.max_depth);
  reader.field("errors", status.errors);
  reader.field("races", status.races);
  reader.field("memory", status.memory);
  reader.field("checkpoints", status.checkpoints);
  reader.field("executions_per_second", status.rate);
  reader.field("states_per_second", status.state_rate);
  reader.field("phase", status.phase);
  reader.field("verdict", status.verdict);
  reader.field("coverage", status.coverage);
  reader.field("can_continue", status.can_continue);
  reader.field("found", status.found);
  reader.list("phases", [&](const Json& one) {
    if (!one.is_object()) return false;
    PhaseTime& phase = status.phases.emplace_back();
    result::ObjectReader part(one, wrong);
    part.field("phase", phase.phase);
    part.field("seconds", phase.seconds);
    return true;
  });
  reader.take("estimate", [&](const Json& one) {
    if (!one.is_object()) return false;
    status.estimate.emplace();
    result::ObjectReader part(one, wrong);
    part.field("schedules", status.estimate->schedules);
    part.field("low", status.estimate->low);
    part.field("high", status.estimate->high);
    return true;
  });
  if (!wrong.empty()) return std::nullopt;
  return status;
}

}  // namespace heddle::campaign
