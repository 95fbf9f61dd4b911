#include "search/strategy/backtrack_policy.hpp"

#include <algorithm>
#include <utility>

namespace heddle::search {
namespace {

enum Stream : std::uint64_t { kCoins = 1, kLengths, kReturns };

Random stream(std::uint64_t seed, Stream which) { return Random(seed).split(which); }

}  // namespace

BacktrackPolicy::BacktrackPolicy(const Backtrack& options, std::uint64_t seed)
    : BacktrackPolicy(options, seed, std::make_unique<RandomCoin>(stream(seed, kCoins))) {}

BacktrackPolicy::BacktrackPolicy(const Backtrack& options, std::uint64_t seed,
                                 std::unique_ptr<Coin> coin)
    : options_(options),
      same_(options.ratio),
      switch_(options.switch_ratio.value_or(options.ratio)),
      coin_(std::move(coin)),
      length_(options.jump, options.variants.length, stream(seed, kLengths)),
      returns_(stream(seed, kReturns)),
      floor_(floor()) {}

bool BacktrackPolicy::is_early(const Outlook& outlook) {
  if (outlook.depth < floor_) return false;
  if (outlook.first && options_.variants.first_exempt) return false;
  const Ratio& ratio = outlook.switches ? switch_ : same_;
  return !coin_->toss(ratio.at(depth_of(outlook.depth)));
}

bool BacktrackPolicy::jumps(Leaving leaving) const {
  if (leaving == Leaving::seen) return options_.variants.revisits_jump;
  return options_.variants.jumps == BacktrackVariants::Jumps::all;
}

std::uint32_t BacktrackPolicy::jump(std::uint32_t depth) {
  const std::uint64_t length = length_.next(depth, floor_);
  const std::uint64_t further = options_.variants.leaving_counts ? length - 1 : length;
  const std::uint64_t top = options_.variants.clip ? std::min<std::uint64_t>(depth, floor_) : 0;
  return static_cast<std::uint32_t>(depth - std::min<std::uint64_t>(further, depth - top));
}

bool BacktrackPolicy::returns() {
  return options_.return_chance > 0 && returns_.unit() < options_.return_chance;
}

std::uint64_t BacktrackPolicy::depth_of(std::uint32_t depth) const {
  const bool states = options_.variants.depth == BacktrackVariants::DepthOf::states;
  return depth + std::uint64_t{states ? 1U : 0U};
}

std::uint64_t BacktrackPolicy::floor() const {
  const bool beyond = options_.variants.from == BacktrackVariants::From::beyond;
  const std::uint64_t least = options_.threshold.value_or(0) + (beyond ? 1U : 0U);
  return least - std::min(least, depth_of(0));
}

}  // namespace heddle::search
