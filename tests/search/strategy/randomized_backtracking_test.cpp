// On a binary tree: with which chance each leaf is reached, by going through everything that the
// coins may say.
#include "search/strategy/randomized_backtracking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/binary_tree.hpp"

namespace heddle::search {
namespace {

using Variants = BacktrackVariants;

class Told final : public Coin {
 public:
  using Answer = std::function<bool(double)>;
  explicit Told(Answer answer) : answer_(std::move(answer)) {}
  bool toss(double chance) override { return answer_(chance); }

 private:
  Answer answer_;
};

class QuietObserver final : public SearchObserver {};

std::vector<std::string> visited(std::size_t depth, const Backtrack& options,
                                 const Told::Answer& answer,
                                 const std::function<void(const Explorer&)>& started = nullptr) {
  BinaryTree tree(depth);
  Recipe recipe = std::move(*depth_first({.fair = false}));
  recipe.frontier = std::make_unique<RandomizedBacktracking>(
      BacktrackPolicy(options, 1, std::make_unique<Told>(answer)),
      RandomizedBacktracking::Keeping());
  QuietObserver observer;
  Explorer explorer(tree, std::move(recipe), {}, observer);
  if (started) started(explorer);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  return tree.visited;
}

std::vector<std::string> visited(std::size_t depth, const Backtrack& options, std::uint64_t seed) {
  Random random(seed);
  return visited(depth, options, [&](double chance) { return random.unit() < chance; });
}

// Goes through everything that coins may say, one course after the other.
class Courses {
 public:
  bool toss(double chance) {
    if (at_ == said_.size()) said_.push_back(true);
    const bool forward = said_[at_++];
    chance_ *= forward ? chance : 1 - chance;
    return forward;
  }
  double chance() const { return chance_; }
  // False: that was the last.
  bool next() {
    while (!said_.empty() && !said_.back()) said_.pop_back();
    if (said_.empty()) return false;
    said_.back() = false;
    at_ = 0;
    chance_ = 1;
    return true;
  }

 private:
  std::vector<bool> said_;
  std::size_t at_ = 0;
  double chance_ = 1;
};

constexpr std::size_t kDepth = 6;
constexpr std::size_t kThreshold = 3;

// The chance of every leaf below `root`, whose depth is the threshold.  Jumps of length 1 leave the
// other subtrees alone, so coins are tossed in this one only.
std::map<std::string, double> chances(const std::string& root, const Backtrack& options) {
  std::map<std::string, double> result;
  Courses courses;
  do {
    const Path* path = nullptr;
    const auto toss = [&](double chance) {
      std::string at;
      for (std::size_t i = 0; i < kThreshold; ++i) {
        at += static_cast<char>('0' + path->decision(i).alternative);
      }
      return at == root && courses.toss(chance);
    };
    const auto nodes =
        visited(kDepth, options, toss, [&](const Explorer& explorer) { path = &explorer.path(); });
    for (const std::string& node : nodes) {
      if (node.size() == kDepth) result[node] += courses.chance();
    }
  } while (courses.next());
  return result;
}

void expect_product_formula(const config::Ratio& ratio) {
  const Backtrack options{.jump = Jump::fixed, .threshold = kThreshold, .ratio = ratio};
  std::size_t leaves = 0;
  for (const std::string root : {"000", "001", "010", "011", "100", "101", "110", "111"}) {
    for (const auto& [leaf, chance] : chances(root, options)) {
      double expected = 1;
      for (std::size_t depth = kThreshold; depth < kDepth; ++depth) {
        expected *= std::pow(Ratio(ratio).at(depth), leaf[depth] - '0' + 1);
      }
      EXPECT_NEAR(chance, expected, 1e-12) << leaf;
      ++leaves;
    }
  }
  EXPECT_EQ(leaves, 64U);
}

TEST(RandomizedBacktracking, ReachesTheIthChildWithTheIthPowerOfTheRatio) {
  expect_product_formula({.constant = 0.9});
  expect_product_formula({.constant = 0.5});
  expect_product_formula({.divisor = 20});
}

// Depth 4, threshold 2: 4 (R + R^2)^2 leaves are expected.
TEST(RandomizedBacktracking, ReachesAsManyLeavesAsExpected) {
  const Backtrack options{.jump = Jump::fixed, .threshold = 2, .ratio = {.constant = 0.9}};
  double leaves = 0;
  Courses courses;
  do {
    // Every subtree at the threshold is like the first: coins are tossed there only.
    const Path* path = nullptr;
    const auto toss = [&](double chance) {
      return path->decision(0).alternative == 0 && path->decision(1).alternative == 0 &&
             courses.toss(chance);
    };
    const auto nodes =
        visited(4, options, toss, [&](const Explorer& explorer) { path = &explorer.path(); });
    for (const std::string& node : nodes) leaves += node.size() == 4 ? courses.chance() : 0;
  } while (courses.next());
  EXPECT_NEAR(4 * leaves, 11.6964, 1e-9);
}

// Lengths 1, 1, 2, 1, 1: the third early backtrack takes what its parent has left.
TEST(RandomizedBacktracking, JumpsByTheLubySequence) {
  const Backtrack options{.jump = Jump::luby, .threshold = 2};
  std::vector<bool> coins = {true, false, true, false, true, false, false, false};
  std::reverse(coins.begin(), coins.end());
  const auto toss = [&](double) {
    const bool forward = coins.back();
    coins.pop_back();
    return forward;
  };
  EXPECT_EQ(visited(4, options, toss),
            (std::vector<std::string>{"0", "00", "000", "001", "01", "010", "1", "10", "11"}));
  EXPECT_TRUE(coins.empty());
}

// Nothing below the threshold is taken: 4 states lose 2 choices each.
TEST(RandomizedBacktracking, CountsWhatIsPruned) {
  BinaryTree tree(4);
  SearchOptions options;
  options.backtrack = {.jump = Jump::fixed, .threshold = 2, .ratio = {.constant = 0}};
  QuietObserver observer;
  Explorer explorer(tree, std::move(*depth_first(options)), {}, observer);
  EXPECT_FALSE(explorer.recipe().frontier->summary().takes_all);
  explorer.explore();
  EXPECT_EQ(explorer.tally().pruned, 8U);
  EXPECT_FALSE(explorer.recipe().frontier->summary().takes_all);
}

TEST(RandomizedBacktracking, LosesNothingAboveTheThresholdUnlessAskedTo) {
  std::size_t lost_without_clipping = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const Jump jump : {Jump::random, Jump::luby}) {
      Backtrack options{.jump = jump, .threshold = 3, .ratio = {.constant = 0.3}};
      options.variants.length = Variants::Length::whole_depth;
      options.variants.jumps = seed % 2 == 0 ? Variants::Jumps::all : Variants::Jumps::early;
      const auto above = [](const std::vector<std::string>& nodes) {
        return std::count_if(nodes.begin(), nodes.end(),
                             [](const std::string& node) { return node.size() <= 3; });
      };
      EXPECT_EQ(above(visited(6, options, seed)), 14);
      options.variants.clip = false;
      lost_without_clipping += above(visited(6, options, seed)) < 14 ? 1U : 0U;
    }
  }
  EXPECT_GT(lost_without_clipping, 200U);
}

TEST(RandomizedBacktracking, IsDepthFirstSearchWhenItNeverTurnsBack) {
  const auto all = visited(5, {.jump = Jump::fixed, .threshold = 100, .ratio = {.constant = 0}}, 1);
  EXPECT_EQ(all.size(), 62U);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 62U);
  for (const Jump jump : {Jump::fixed, Jump::random, Jump::luby}) {
    EXPECT_EQ(visited(5, {.jump = jump, .threshold = 0, .ratio = {.constant = 1}}, 1), all);
  }
}

}  // namespace
}  // namespace heddle::search
