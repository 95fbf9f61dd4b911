#include "search/heuristics/observed_locations.hpp"

#include <algorithm>

namespace heddle::search {

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

}  // namespace heddle::search
