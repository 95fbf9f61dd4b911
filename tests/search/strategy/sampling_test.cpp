// What the sampler draws down to the end, then the initial state again.
#include "search/strategy/sampling.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

struct LastChoice final : Sampler {
  explicit LastChoice(int& ended) : ended_runs(ended) {}
  std::size_t choose(const Path&, std::span<const Choice> choices) override {
    return choices.size() - 1;
  }
  void run_cut() override { ended_runs += 10; }
  void run_ended() override { ++ended_runs; }
  std::string guarantee() const override { return "nothing"; }
  std::string_view name() const override { return "last"; }
  int& ended_runs;
};

TEST(Sampling, FollowsTheSamplerAndStartsAgain) {
  HandMadePath made({});
  int ended = 0;
  Sampling frontier(std::make_unique<LastChoice>(ended));
  const std::vector<Choice> choices = {{0, decide(3)}, {0, decide(1)}};
  EXPECT_FALSE(frontier.offer(made.path(), choices)) << "it never comes back";
  Branch branch;
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.decision, decide(1));
  EXPECT_FALSE(branch.reopen);
  EXPECT_EQ(ended, 0);
  frontier.cut();
  EXPECT_EQ(ended, 10) << "the sampler is notified";
  ended = 0;
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_TRUE(branch.reopen);
  EXPECT_EQ(branch.depth, 0U);
  EXPECT_EQ(ended, 1);
  EXPECT_FALSE(frontier.summary().takes_all);
  EXPECT_EQ(frontier.summary().guarantee, "nothing");
}

}  // namespace
}  // namespace heddle::search
