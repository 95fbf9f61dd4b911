#include "cli/json_progress.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace heddle::cli {
namespace {

constexpr double kInterval = 0.5;

}  // namespace

std::string progress_json(const fleet::Progress& progress, std::optional<double> limit,
                          const std::string& title) {
  nlohmann::ordered_json json;
  if (!title.empty()) json["test"] = title;
  json["phase"] = progress.phase;
  json["seconds"] = progress.seconds;
  if (limit) json["seconds_left"] = std::max(0.0, *limit - progress.seconds);
  json["executions"] = progress.executions;
  json["states"] = progress.states;
  json["transitions"] = progress.transitions;
  json["max_depth"] = progress.max_depth;
  if (progress.seconds > 0) {
    json["executions_per_second"] = static_cast<double>(progress.executions) / progress.seconds;
  }
  if (progress.estimate) {
    json["estimate"] = {{"schedules", progress.estimate->schedules},
                        {"low", progress.estimate->low},
                        {"high", progress.estimate->high}};
  }
  json["errors"] = progress.errors;
  json["races"] = progress.races;
  json["memory"] = progress.memory;
  json["searches"] = progress.searches;
  using Json = nlohmann::ordered_json;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

JsonProgress::JsonProgress(std::FILE* stream, std::optional<double> limit, std::string title)
    : stream_(stream), limit_(limit), title_(std::move(title)) {}

JsonProgress::~JsonProgress() {
  try {
    write();
  } catch (...) {
    // A stream that cannot be written to is no reason to lose the result.
  }
}

void JsonProgress::update(const fleet::Progress& progress) {
  last_ = progress;
  if (progress.seconds < next_) return;
  next_ = progress.seconds + kInterval;
  write();
}

void JsonProgress::end(const result::RunResult& result) {
  last_.seconds = result.seconds;
  last_.executions = result.executions;
  last_.states = result.states;
  last_.transitions = result.transitions;
  last_.max_depth = result.max_depth;
  last_.estimate = result.estimate;
  last_.errors = (result.error ? 1U : 0U) + result.further_errors.size();
  last_.races = result.races.size();
}

void JsonProgress::write() const {
  const std::string line = progress_json(last_, limit_, title_);
  std::fwrite(line.data(), 1, line.size(), stream_);
  std::fflush(stream_);
}

}  // namespace heddle::cli
