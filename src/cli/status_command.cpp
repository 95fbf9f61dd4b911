// heddle status: shows how far a campaign is, while it runs or later.
#include <fmt/core.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "campaign/checked_json.hpp"
#include "campaign/file_names.hpp"
#include "campaign/folder.hpp"
#include "campaign/status.hpp"
#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "core/number_text.hpp"

namespace heddle::cli {
namespace {

using campaign::CampaignIdentity;
using campaign::CampaignStatus;

constexpr std::chrono::seconds kFollowInterval{1};

std::string status_command_help() {
  return "Shows how far the campaign in DIR is (`heddle run --campaign DIR`), while it runs or\n"
         "later: counts and rates, the time of each phase, coverage, estimate and errors.\n\n"
         "  --json    print one JSON object\n"
         "  --follow  print again every second until the run ends\n\n"
         "Exit codes: 0 the campaign was shown; 2 there is none, or it is damaged.\n";
}

struct StatusRequest {
  std::string folder;
  bool json = false;
  bool follow = false;
  bool help = false;
};

Result<StatusRequest> read_status_request(const Arguments& arguments) {
  StatusRequest request;
  for (const std::string& word : arguments) {
    if (word == "--help" || word == "-h") {
      request.help = true;
    } else if (word == "--json") {
      request.json = true;
    } else if (word == "--follow") {
      request.follow = true;
    } else if (word.substr(0, 1) == "-") {
      return Error{fmt::format("Unknown option {}; `heddle help status` lists the options.", word)};
    } else if (request.folder.empty()) {
      request.folder = word;
    } else {
      return Error{"Name one campaign: heddle status DIR."};
    }
  }
  if (request.folder.empty() && !request.help) {
    return Error{"Name the folder of a campaign: heddle status DIR."};
  }
  return request;
}

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A campaign as it is now.
struct Campaign {
  CampaignIdentity identity;
  CampaignStatus status;
  bool is_running = false;
  std::uint64_t checkpoint_bytes = 0;
  std::optional<double> checkpoint_age = std::nullopt;  // seconds
};

Result<Campaign> read_campaign(const std::string& folder) {
  const auto identity_text = read_file(folder + '/' + campaign::kIdentityName);
  if (!identity_text) {
    return Error{fmt::format(
        "There is no campaign in '{}'; `heddle run --campaign DIR PROG` begins one.", folder)};
  }
  const auto identity = campaign::from_file(*identity_text);
  const auto status_text = read_file(folder + '/' + campaign::kStatusName);
  const auto status = status_text ? campaign::status_from_file(*status_text) : CampaignStatus{};
  if (!identity || !status) {
    return Error{
        fmt::format("The campaign in '{}' is damaged ({}); restore the folder from a copy.", folder,
                    identity ? campaign::kStatusName : campaign::kIdentityName)};
  }
  Campaign found{*identity, *status, campaign::is_running(folder)};
  struct stat facts {};
  if (::stat((folder + '/' + campaign::kCheckpointName).c_str(), &facts) == 0) {
    found.checkpoint_bytes = static_cast<std::uint64_t>(facts.st_size);
    const auto written = std::chrono::system_clock::from_time_t(facts.st_mtime);
    found.checkpoint_age =
        std::chrono::duration<double>(std::chrono::system_clock::now() - written).count();
  }
  return found;
}

const char* state_of(const Campaign& one) {
  if (one.is_running) return "running";
  if (one.status.verdict.empty()) return "killed";
  return one.status.can_continue ? "stopped" : "finished";
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr double kMebibyte = 1 << 20;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / kMebibyte);
}

std::string status_text(const Campaign& one, const std::string& folder) {
  const CampaignStatus& status = one.status;
  std::string command = one.identity.program;
  for (const std::string& word : one.identity.arguments) command += ' ' + word;
  std::string text = fmt::format("{}: {}\n", folder, state_of(one));
  text += fmt::format("program: {}\n", on_one_line(command));
  text +=
      fmt::format("options: {}\n", one.identity.options.empty() ? "default" : one.identity.options);
  text += fmt::format("explored: {} executions, {} states, {} transitions, depth {}\n",
                      grouped(status.executions), grouped(status.states),
                      grouped(status.transitions), status.max_depth);
  text +=
      fmt::format("rate: {:.0f} executions/s, {:.0f} states/s\n", status.rate, status.state_rate);
  text += fmt::format("time: {:.1f} s in {} run{}\n", status.seconds, status.runs,
                      status.runs == 1 ? "" : "s");
  if (one.checkpoint_age) {
    text += fmt::format("checkpoints: {}, the last one {:.0f} s ago, {}\n", status.checkpoints,
                        *one.checkpoint_age, bytes_text(one.checkpoint_bytes));
  }
  for (const campaign::PhaseTime& phase : status.phases) {
    if (!phase.phase.empty()) text += fmt::format("  {:.1f} s  {}\n", phase.seconds, phase.phase);
  }
  if (status.estimate) {
    text += fmt::format("estimate: {:.2g} schedules ({:.2g} to {:.2g})\n",
                        status.estimate->schedules, status.estimate->low, status.estimate->high);
  }
  text += fmt::format("errors: {}\n", status.errors);
  for (const std::string& error : status.found) {
    text += fmt::format("  {}\n", on_one_line(error));
  }
  if (status.races > 0) text += fmt::format("data races: {}\n", status.races);
  if (!one.is_running && !status.verdict.empty()) {
    text += fmt::format("{}: {}\n", status.verdict, on_one_line(status.coverage));
  }
  if (!one.is_running && (status.can_continue || status.verdict.empty())) {
    text += fmt::format("go on with: heddle run --campaign {}\n", folder);
  }
  return text;
}

std::string campaign_json(const Campaign& one) {
  using campaign::Json;
  Json json = {{"state", state_of(one)},
               {"program", one.identity.program},
               {"arguments", one.identity.arguments},
               {"options", one.identity.options},
               {"version", one.identity.version},
               {"checkpoint_bytes", one.checkpoint_bytes}};
  if (one.checkpoint_age) json["checkpoint_age"] = *one.checkpoint_age;
  json.update(campaign::status_json(one.status));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

int status_command(const Arguments& arguments) {
  const Result<StatusRequest> request = read_status_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  if (request->help) {
    fmt::print("{}", help_page(kStatusCommand));
    return kExitOk;
  }
  const InterruptGuard interrupt;
  while (true) {
    const Result<Campaign> one = read_campaign(request->folder);
    if (!one.ok()) return complain(one.sentence());
    fmt::print("{}", request->json ? campaign_json(*one) : status_text(*one, request->folder));
    std::fflush(stdout);
    if (!request->follow || !one->is_running || interrupt.interrupted()) return kExitOk;
    std::this_thread::sleep_for(kFollowInterval);
    if (!request->json) fmt::print("\n");
  }
}

}  // namespace

const Command kStatusCommand{"status", "heddle status DIR [--json] [--follow]",
                             "show how far a campaign is", status_command_help, status_command};

}  // namespace heddle::cli
