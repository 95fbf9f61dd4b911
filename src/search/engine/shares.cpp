#include "search/engine/shares.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

constexpr std::uint64_t kKept = 4;  // one part in so many

}  // namespace

Shares::Shares(const std::vector<std::uint64_t>& initial) {
  for (const std::uint64_t share : initial) searches_.push_back({share, share * kUnit});
}

void Shares::worked(std::size_t search, const Yield& yield) {
  if (yield.work == 0) return;
  searches_[search].rate = std::min(yield.fresh, yield.work) * kUnit / yield.work;
}

void Shares::divide() {
  std::uint64_t kept = 0;     // in units
  std::uint64_t all = 0;      // in units
  std::uint64_t weights = 0;  // of all that want more than they keep
  for (std::size_t i = 1; i < searches_.size(); ++i) {
    const Search& search = searches_[i];
    all += search.initial * kUnit;
    if (search.is_over) continue;
    kept += search.initial * kUnit / kKept;
    weights += search.initial * search.rate;
  }
  const std::uint64_t first = searches_.front().initial * kUnit;
  if (first > 0) all = std::min(all, std::max(first, kept));
  const std::uint64_t left = all - kept;
  for (std::size_t i = 1; i < searches_.size(); ++i) {
    Search& search = searches_[i];
    if (search.is_over) continue;
    search.share = search.initial * kUnit / kKept;
    if (weights > 0) search.share += left * search.initial * search.rate / weights;
  }
}

}  // namespace heddle::search
