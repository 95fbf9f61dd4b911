// The progress of a campaign: counts and rates of all its runs together, for `heddle status`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/checked_json.hpp"
#include "result/run_result.hpp"

namespace heddle::campaign {

// A part of the search and the share of the time that it took.
struct PhaseTime {
  std::string phase;
  double seconds = 0;

  friend bool operator==(const PhaseTime&, const PhaseTime&) = default;
};

struct CampaignStatus {
  std::uint64_t runs = 0;  // of the command
  double seconds = 0;      // of all runs
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t errors = 0;
  std::uint64_t races = 0;
  std::uint64_t memory = 0;       // resident bytes
  std::uint64_t checkpoints = 0;  // written
  double rate = 0;                // executions per second, of the last run
  double state_rate = 0;
  std::string phase;              // of the search, at present
  std::vector<PhaseTime> phases;  // in the order of their first turns, as seen ten times a second
  std::optional<result::ScheduleEstimate> estimate = std::nullopt;
  // The last run that has ended; empty: none has.
  std::string verdict;
  std::string coverage;
  bool can_continue = true;        // the search is not finished
  std::vector<std::string> found;  // errors, one line each

  // Adds a time to a phase.
  void spend(const std::string& on, double duration);
};

Json status_json(const CampaignStatus& status);
std::string to_file(const CampaignStatus& status);
// Nothing if the file is damaged.
std::optional<CampaignStatus> status_from_file(std::string_view text);

}  // namespace heddle::campaign
