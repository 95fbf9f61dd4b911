#include "cli/rate_log.hpp"

#include <algorithm>
#include <utility>

namespace heddle::cli {
namespace {

constexpr std::size_t kMostSamples = 200;
constexpr double kFirstInterval = 0.1;  // seconds: progress is reported ten times a second

}  // namespace

void RateLog::add(const fleet::Progress& progress) {
  if (!samples_.empty() && progress.seconds < samples_.back().seconds + interval_) return;
  samples_.push_back({progress.seconds, progress.executions, progress.states});
  if (samples_.size() < kMostSamples) return;
  std::vector<report::RateSample> kept;
  for (std::size_t i = 1; i < samples_.size(); i += 2) kept.push_back(samples_[i]);
  samples_ = std::move(kept);
  interval_ = std::max(kFirstInterval, 2 * interval_);
}

}  // namespace heddle::cli
