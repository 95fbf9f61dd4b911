#include "search/heuristics/location_heuristics.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

// Whether the thread holds the object that keeps another from performing its pending operation.
bool blocks(const StateView& view, ThreadId thread, const ThreadView& other) {
  if (view.relations == nullptr || other.enabled()) return false;
  for (const ObjectId object : {other.next.object, other.next.second}) {
    if (object == kNoObject) continue;
    const ObjectState object_state = view.relations->object_state(other.next, object);
    if (object_state.kind == ObjectState::Kind::held && object_state.holder == thread) return true;
  }
  return false;
}

// After the last location: the thread that observed it goes first, for the error is usually in its
// next steps.
Cost cost_after_last(const ObservedLocations& observed, const StateView& view, ThreadId thread) {
  if (observed.count() == 0) return 0;
  const ThreadId last = observed.last_observer();
  if (thread == last) return 0;
  const ThreadView* const observer = view.find(last);
  return observer != nullptr && blocks(view, thread, *observer) ? 0 : 1;
}

}  // namespace

// One operation observes one location: a sequence that names a location twice wants it twice.
void ObservedLocations::stepping(const Path& path, Decision decision) {
  if (all()) return;
  const ThreadView& thread = *path.view().find(decision.thread);
  if (!guidance_->is_at(count(), path.view(), thread)) return;
  observations_.push_back({path.depth(), decision.thread});
  most_ = std::max(most_, count());
}

void ObservedLocations::rewound(const Path& path) {
  while (!observations_.empty() && observations_.back().depth >= path.depth())
    observations_.pop_back();
}

Cost NextLocation::cost(const Path& path, const Choice& choice) {
  if (observed_->all()) return 0;
  const ThreadView& thread = *path.view().find(choice.decision.thread);
  return observed_->guidance().is_at(observed_->count(), path.view(), thread) ? 0 : 1;
}

Cost LocationDistance::cost(const Path& path, const Choice& choice) {
  const StateView& view = path.view();
  if (observed_->all()) return cost_after_last(*observed_, view, choice.decision.thread);
  const Guidance& guidance = observed_->guidance();
  const std::size_t next = observed_->count();
  const ThreadView& thread = *view.find(choice.decision.thread);
  Cost nearest = guidance.distance(next, view, thread);
  for (const ThreadView& other : view.threads) {
    if (!blocks(view, thread.id, other)) continue;
    const Cost behind = guidance.distance(next, view, other);
    if (behind != kUnreachable) nearest = std::min(nearest, behind + 1);
  }
  return nearest;
}

}  // namespace heddle::search
