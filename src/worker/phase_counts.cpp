// The counts of all phases of a PhaseRunner.
#include "worker/explored_tree.hpp"
#include "worker/phase_runner.hpp"

namespace heddle::worker {

search::Tally PhaseRunner::total() const {
  search::Tally sum;
  for (const PhaseInProgress& one : phases_) sum += one.tally_;
  return sum;
}

search::Tally PhaseRunner::own_total() const {
  search::Tally sum;
  for (const PhaseInProgress& one : phases_) sum += one.own_;
  return sum;
}

result::ExploredTree PhaseRunner::explored_tree() const {
  if (split_ != nullptr) return {};
  search::DepthProfile sum;
  for (const PhaseInProgress& one : phases_) sum += one.depths_;
  return worker::explored_tree(sum);
}

native::WatchedExecutions PhaseRunner::watched_executions() const {
  native::WatchedExecutions all = native::watched_executions();
  if (split_ == nullptr) return all;
  all.watched += split_->watched_by_others().watched;
  all.passed += split_->watched_by_others().passed;
  return all;
}

search::Tally PhaseRunner::others(const PhaseInProgress& one) const {
  search::Tally sum;
  for (const PhaseInProgress& other : phases_) {
    if (&other != &one) sum += other.tally_;
  }
  return sum;
}

}  // namespace heddle::worker
