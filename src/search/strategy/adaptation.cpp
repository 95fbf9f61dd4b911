#include "search/strategy/adaptation.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

constexpr std::uint32_t kFew = Adaptation::kWindow / 10;
constexpr double kFactor = 0.9;
constexpr double kLeastScale = 0.5;

}  // namespace

void Adaptation::moved(std::uint32_t depth, bool found_new, std::uint64_t floor) {
  ++steps_;
  if (found_new) ++found_;
  shallowest_ = std::min(shallowest_, depth);
  if (steps_ == kWindow) look_back(floor);
}

void Adaptation::look_back(std::uint64_t floor) {
  if (found_ < kFew) {
    ++lowered_;
  } else if (shallowest_ > floor) {
    scale_ = std::max(kLeastScale, scale_ * kFactor);
  } else {
    scale_ = std::min(1.0, scale_ / kFactor);
  }
  steps_ = 0;
  found_ = 0;
  shallowest_ = std::numeric_limits<std::uint32_t>::max();
}

std::uint64_t Adaptation::lowered_by(std::uint64_t given) const {
  std::uint64_t left = given;
  for (std::uint32_t i = 0; i < lowered_ && left > 0; ++i) left -= (left + 3) / 4;
  return given - left;
}

}  // namespace heddle::search
