#include "search/heuristics/observed_locations.hpp"

#include <algorithm>

namespace heddle::search {

// One operation observes one location: a sequence that names a location twice wants it twice.
void ObservedLocations::stepping(const Path& path, Decision decision) {
  if (all()) return;
  const ThreadView& thread = *path.view().find(decision.thread);
  if (!guidance_->is_at(observed_, path.view(), thread)) return;
  ++observed_;
  most_ = std::max(most_, observed_);
  observed_at_.push_back(path.depth());
}

void ObservedLocations::rewound(const Path& path) {
  while (!observed_at_.empty() && observed_at_.back() >= path.depth()) {
    observed_at_.pop_back();
    --observed_;
  }
}

}  // namespace heddle::search
