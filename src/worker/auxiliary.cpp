#include "worker/auxiliary.hpp"

#include <algorithm>

namespace heddle::worker {
namespace {

constexpr std::uint64_t kShare = 10;
// A schedule and its repetition, and two that look for races.
constexpr std::uint64_t kLeastExecutions = 4;

}  // namespace

Auxiliary::Auxiliary(const native::NativeSystem& system, const config::RunOptions& options,
                     Clock::time_point deadline)
    : system_(system), deadline_(deadline) {
  if (options.max_executions) {
    most_executions_ = std::max(kLeastExecutions, *options.max_executions / kShare);
  }
  if (options.time) most_time_ = *options.time / kShare;
}

Auxiliary::Use::Use(Auxiliary& auxiliary) {
  if (auxiliary.use_ != nullptr) return;
  auxiliary_ = &auxiliary;
  auxiliary.use_ = this;
  auxiliary.use_began_at_ = auxiliary.system_.executions_begun();
  auxiliary.use_began_ = Clock::now();
}

Auxiliary::Use::~Use() {
  if (auxiliary_ == nullptr) return;
  auxiliary_->executions_ += auxiliary_->system_.executions_begun() - auxiliary_->use_began_at_;
  auxiliary_->time_ += Clock::now() - auxiliary_->use_began_;
  auxiliary_->use_ = nullptr;
}

Budget Auxiliary::left() const {
  const auto now = Clock::now();
  std::uint64_t executions = executions_;
  Clock::duration time = time_;
  if (use_ != nullptr) {
    executions += system_.executions_begun() - use_began_at_;
    time += now - use_began_;
  }
  Budget left;
  if (most_executions_ != kUnlimited) {
    left.executions = most_executions_ - std::min(most_executions_, executions);
  }
  left.deadline = deadline_;
  if (most_time_ != Clock::duration::max()) {
    left.deadline = std::min(deadline_, now + (most_time_ - std::min(most_time_, time)));
  }
  return left;
}

}  // namespace heddle::worker
