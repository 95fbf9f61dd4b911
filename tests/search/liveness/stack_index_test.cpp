// A path of states, some of them more than once, against a plain search through it.
#include "search/liveness/stack_index.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace heddle::search {
namespace {

std::optional<std::uint32_t> first_of(const std::vector<Fingerprint>& path, Fingerprint state) {
  for (std::uint32_t i = 0; i < path.size(); ++i) {
    if (path[i] == state && state != Fingerprint{}) return i;
  }
  return std::nullopt;
}

TEST(StackIndex, FindsTheLowestPlaceHoweverThePathGrewAndShrank) {
  Random random(7);
  StackIndex index;
  std::vector<Fingerprint> path;
  for (int round = 0; round < 20'000; ++round) {
    // Few different states, whose hashes share their low bits; {0, 0} is no state.
    const Fingerprint state{random.below(4) * 1024, random.below(12)};
    if (random.below(100) < 52 || path.empty()) {
      index.push(state);
      path.push_back(state);
    } else {
      index.pop();
      path.pop_back();
    }
    ASSERT_EQ(index.size(), path.size());
    ASSERT_EQ(index.find(state), first_of(path, state)) << "round " << round;
  }
  EXPECT_GT(path.size(), 64U);
}

TEST(StackIndex, AnEmptyOneHasNothing) { EXPECT_FALSE(StackIndex().find({1, 2})); }

}  // namespace
}  // namespace heddle::search
