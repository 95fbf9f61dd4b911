#include "races/block_accesses.hpp"

#include <algorithm>
#include <tuple>

#include "core/check.hpp"

namespace heddle::races {
namespace {

// Reads that a write covers are looked for in small sets only: it takes the square of their size.
constexpr std::size_t kFewAccesses = 64;

auto kind_of(const BlockAccess& access) {
  return std::tuple(access.children, access.writes, access.is_atomic);
}

bool covers(const BlockAccess& write, const BlockAccess& read) {
  return write.writes && !read.writes && write.children == read.children &&
         write.is_atomic == read.is_atomic && write.begin <= read.begin && read.end <= write.end;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

void normalise(BlockAccesses& accesses) {
  std::sort(accesses.begin(), accesses.end(), [](const BlockAccess& a, const BlockAccess& b) {
    return std::tuple(kind_of(a), a.begin, a.end) < std::tuple(kind_of(b), b.begin, b.end);
  });
  std::size_t kept = 0;
  for (const BlockAccess& access : accesses) {
    BlockAccess* const last = kept > 0 ? &accesses[kept - 1] : nullptr;
    if (last != nullptr && kind_of(*last) == kind_of(access) && access.begin <= last->end) {
      last->end = std::max(last->end, access.end);
    } else {
      accesses[kept++] = access;
    }
  }
  accesses.resize(kept);
  if (kept <= kFewAccesses) {
    const BlockAccesses all = accesses;
    const auto is_covered = [&](const BlockAccess& read) {
      return std::any_of(all.begin(), all.end(),
                         [&](const BlockAccess& write) { return covers(write, read); });
    };
    accesses.erase(std::remove_if(accesses.begin(), accesses.end(), is_covered), accesses.end());
  }
  std::sort(accesses.begin(), accesses.end(), [](const BlockAccess& a, const BlockAccess& b) {
    return std::tuple(a.begin, a.end, kind_of(a)) < std::tuple(b.begin, b.end, kind_of(b));
  });
}

void find_conflicts(const BlockAccesses& earlier, const BlockAccesses& later, std::uint32_t born,
                    std::vector<Overlap>& into) {
  std::size_t from = 0;
  for (const BlockAccess& one : earlier) {
    if (born > 0 && one.children < born) continue;
    while (from < later.size() && later[from].end <= one.begin) ++from;
    for (std::size_t i = from; i < later.size() && later[i].begin < one.end; ++i) {
      if (!conflict(one, later[i])) continue;
      into.push_back({std::max(one.begin, later[i].begin), std::min(one.end, later[i].end)});
    }
  }
}

std::uint64_t BlockNumbers::number_of(BlockAccesses accesses) {
  if (accesses.empty()) return 0;
  normalise(accesses);
  std::uint64_t number = accesses.size();
  for (const BlockAccess& access : accesses) {
    number = mix(mix(mix(number, access.begin), access.end), access.manner());
  }
  if (number == 0) number = 1;
  if (sets_.count(number) > 0) return number;
  if (is_full()) return 0;
  ranges_ += accesses.size();
  accesses.shrink_to_fit();
  sets_.emplace(number, std::move(accesses));
  return number;
}

const BlockAccesses& BlockNumbers::set_of(std::uint64_t number) const {
  static const BlockAccesses empty;
  if (number == 0) return empty;
  const auto found = sets_.find(number);
  HEDDLE_CHECK(found != sets_.end(), "a set of accesses without a number");
  return found->second;
}

}  // namespace heddle::races
