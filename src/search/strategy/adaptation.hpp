// Lets the parameters of randomized backtracking follow what the search finds.
//
// Looks back after every 1,000 steps:
//  * fewer than a tenth of them found a new state: the search is where it has been before, and
//    the threshold is lowered by a quarter, so that jumps may lead further up;
//  * no choice was taken at the threshold or above: the search permutes the ends of one run, and
//    the ratio is scaled by 0.9 (not below 0.5), so that it turns back sooner;
//  * otherwise the scale recovers by the same factor, up to 1.
#pragma once

#include <cstdint>
#include <limits>

namespace heddle::search {

class Adaptation {
 public:
  static constexpr std::uint32_t kWindow = 1'000;

  // A choice was taken at `depth`; `floor` is the depth from which on states are left early.
  void moved(std::uint32_t depth, bool found_new, std::uint64_t floor);

  std::uint64_t threshold(std::uint64_t given) const { return given - lowered_by(given); }
  double ratio(double given) const { return given * scale_; }

 private:
  std::uint64_t lowered_by(std::uint64_t given) const;
  void look_back(std::uint64_t floor);

  std::uint32_t steps_ = 0;
  std::uint32_t found_ = 0;
  std::uint32_t shallowest_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t lowered_ = 0;  // how often the threshold lost a quarter
  double scale_ = 1;
};

}  // namespace heddle::search
