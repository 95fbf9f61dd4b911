#include "search/engine/path.hpp"

namespace heddle::search {

PlaceRef Path::place() const {
  while (places_.size() <= decisions_.size()) {
    auto place = std::make_shared<Place>();
    if (!places_.empty()) {
      place->parent = places_.back();
      place->by = decisions_[places_.size() - 1];
      place->depth = static_cast<std::uint32_t>(places_.size());
    }
    if (places_.size() < fingerprints_.size()) place->fingerprint = fingerprints_[places_.size()];
    places_.push_back(std::move(place));
  }
  return places_.back();
}

void Path::truncate(std::uint32_t depth) {
  HEDDLE_CHECK(depth <= decisions_.size(), "a path was truncated to more than it was");
  decisions_.resize(depth);
  if (fingerprints_.size() > depth + std::size_t{1}) fingerprints_.resize(depth + std::size_t{1});
  if (places_.size() > depth + std::size_t{1}) places_.resize(depth + std::size_t{1});
}

std::uint32_t Path::lead_to(const PlaceRef& place) {
  HEDDLE_CHECK(place != nullptr, "a path was led to no place");
  Schedule decisions(place->depth);
  for (const Place* at = place.get(); at->parent != nullptr; at = at->parent.get()) {
    decisions[at->depth - 1] = at->by;
  }
  std::uint32_t shared = 0;
  while (shared < decisions.size() && shared < decisions_.size() &&
         decisions[shared] == decisions_[shared]) {
    ++shared;
  }
  truncate(shared);
  decisions_ = std::move(decisions);
  if (!fingerprints_.empty()) fingerprints_.resize(decisions_.size() + 1);
  places_.resize(decisions_.size() + 1);
  adopt(place);
  return shared;
}

void Path::adopt(const PlaceRef& place) {
  for (PlaceRef at = place; at != nullptr; at = at->parent) {
    if (places_[at->depth] == at) break;
    if (!fingerprints_.empty()) fingerprints_[at->depth] = at->fingerprint;
    places_[at->depth] = at;
  }
}

}  // namespace heddle::search
