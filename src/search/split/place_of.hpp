// The place at the end of a schedule that another worker sent.
#pragma once

#include <memory>
#include <utility>

#include "core/schedule.hpp"
#include "search/engine/place.hpp"

namespace heddle::search {

inline PlaceRef place_of(const Schedule& schedule, const Fingerprint& state) {
  auto place = std::make_shared<Place>();
  for (const Decision decision : schedule) {
    auto next = std::make_shared<Place>();
    next->parent = place;
    next->by = decision;
    next->depth = place->depth + 1;
    place = std::move(next);
  }
  place->fingerprint = state;
  return place;
}

}  // namespace heddle::search
