#include "search/strategy/walk_lengths.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/check.hpp"
#include "core/random.hpp"

namespace heddle::search {
namespace {

// A walk that has not ended by then is long enough to measure.
constexpr std::uint64_t kLongestWalk = 20'000;

struct Walk {
  std::uint64_t length = 0;
  std::uint64_t first_choice = std::numeric_limits<std::uint64_t>::max();
};

Walk walk(System& system, Random& random) {
  Walk result;
  for (; system.view().verdict == Verdict::running && result.length < kLongestWalk;
       ++result.length) {
    std::uint64_t choices = 0;
    for (const ThreadView& thread : system.view().threads) choices += thread.alternatives;
    if (choices > 1) result.first_choice = std::min(result.first_choice, result.length);
    std::uint64_t chosen = random.below(choices);
    for (const ThreadView& thread : system.view().threads) {
      if (chosen < thread.alternatives) {
        system.step({thread.id, static_cast<std::uint16_t>(chosen)});
        break;
      }
      chosen -= thread.alternatives;
    }
  }
  return result;
}

}  // namespace

WalkLengths measure_walks(System& system, std::uint64_t seed, std::uint32_t walks) {
  HEDDLE_CHECK(walks > 0, "lengths of no walks");
  Random random = Random(seed).split(0x77616c6b);
  const Mark start = system.mark();
  std::vector<std::uint64_t> lengths;
  WalkLengths measured;
  for (std::uint32_t i = 0; i < walks; ++i) {
    const Walk walked = walk(system, random);
    system.rewind(start);
    lengths.push_back(walked.length);
    if (walked.first_choice <= walked.length) measured.first_choice = walked.first_choice;
  }
  std::sort(lengths.begin(), lengths.end());
  measured.median = lengths[lengths.size() / 2];
  measured.longest = lengths.back();
  return measured;
}

}  // namespace heddle::search
