// Who is asked to feed whom, and when a pass ends.
#include "ranks/coordinator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace heddle::ranks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class CoordinatorOf : public testing::Test {
 protected:
  using Feeds = std::vector<std::pair<unsigned, unsigned>>;  // giver and hungry

  Coordinator& of(unsigned workers) {
    return coordinator_.emplace(
        workers, threads_.data(), threads_.size(),
        [this](unsigned worker, Kind kind, std::vector<std::uint64_t> words) {
          if (kind == Kind::feed) feeds_.emplace_back(worker, static_cast<unsigned>(words[0]));
          if (kind == Kind::probe) probes_.emplace_back(worker, words[0]);
          if (kind == Kind::end_pass) ++ends_;
        });
  }

  void status(unsigned from, bool is_passive, std::uint64_t sent = 0, std::uint64_t received = 0,
              std::uint64_t round = 0) {
    coordinator_->handle(from, {Kind::status, {}, {round, is_passive ? 1U : 0U, sent, received}});
  }
  void refuse(unsigned from, unsigned hungry) {
    coordinator_->handle(from, {Kind::refuse, {}, {hungry}});
  }
  Feeds new_feeds() { return std::exchange(feeds_, {}); }
  // The round that all were asked about; 0: none.
  std::uint64_t new_round() {
    const auto asked = std::exchange(probes_, {});
    return asked.empty() ? 0 : asked.back().second;
  }

  std::array<std::atomic<std::uint64_t>, 16> threads_{};
  std::optional<Coordinator> coordinator_;
  Feeds feeds_;
  std::vector<std::pair<unsigned, std::uint64_t>> probes_;
  int ends_ = 0;
};

TEST_F(CoordinatorOf, ABusyRankFeedsOneRankAtATime) {
  of(4);
  status(0, false);
  for (const unsigned hungry : {1U, 2U, 3U}) status(hungry, true);
  // The others count as busy until they report; of those asked, only rank 0 is.
  Feeds asked = new_feeds();
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked[0], (std::pair{0U, 1U}));
  for (const auto& [giver, hungry] : asked) {
    if (giver != 0) refuse(giver, hungry);
  }
  EXPECT_THAT(new_feeds(), IsEmpty());
  // Rank 1 was fed: both can give.  Rank 3 waits longer, as rank 2 was promised something.
  status(1, false, 0, 1);
  EXPECT_THAT(new_feeds(), ElementsAre(std::pair{0U, 3U}, std::pair{1U, 2U}));
}

TEST_F(CoordinatorOf, ARefusalGoesToTheNextRank) {
  of(3);
  status(2, true);
  const Feeds first = new_feeds();
  ASSERT_THAT(first, SizeIs(1));
  refuse(first[0].first, 2);
  const Feeds second = new_feeds();
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_NE(second[0].first, first[0].first);
  EXPECT_EQ(second[0].second, 2U);
  refuse(second[0].first, 2);
  EXPECT_THAT(new_feeds(), IsEmpty());
  // A rank that has branches again is asked again.
  status(first[0].first, false);
  EXPECT_THAT(new_feeds(), ElementsAre(first[0]));
}

TEST_F(CoordinatorOf, ARankThatWasFedAndIsDoneIsFedAgain) {
  of(2);
  status(1, true);
  EXPECT_THAT(new_feeds(), ElementsAre(std::pair{0U, 1U}));
  // It reports only after it has explored what it received.
  status(1, true, 0, 1);
  EXPECT_THAT(new_feeds(), ElementsAre(std::pair{0U, 1U}));
}

TEST_F(CoordinatorOf, APassEndsAfterTwoEqualRounds) {
  of(2);
  status(0, true, 1, 0);
  status(1, true, 0, 0);
  EXPECT_EQ(new_round(), 0U) << "mail is on its way";
  status(1, true, 0, 1);
  EXPECT_EQ(new_round(), 1U);
  status(0, true, 1, 0, 1);
  EXPECT_EQ(ends_, 0);
  // Rank 1 was active in between.
  status(1, true, 1, 1, 1);
  EXPECT_EQ(ends_, 0);
  status(0, true, 1, 1);
  EXPECT_EQ(new_round(), 2U);
  status(0, true, 1, 1, 2);
  status(1, true, 1, 1, 2);
  EXPECT_EQ(ends_, 2) << "one for each rank";
}

TEST_F(CoordinatorOf, AnAnswerToAnOldRoundDoesNotCount) {
  of(2);
  status(0, true);
  status(1, true);
  EXPECT_EQ(new_round(), 1U);
  status(0, true, 0, 0, 1);
  status(0, true, 0, 0, 1);
  EXPECT_EQ(ends_, 0);
  status(1, true, 0, 0, 1);
  EXPECT_EQ(ends_, 2);
}

TEST_F(CoordinatorOf, AMeetingBeginsAnew) {
  Coordinator& coordinator = of(2);
  status(1, true);
  EXPECT_THAT(new_feeds(), SizeIs(1));
  for (const unsigned worker : {0U, 1U}) coordinator.handle(worker, {Kind::arrived, {}, {7}});
  status(1, true);
  EXPECT_THAT(new_feeds(), ElementsAre(std::pair{0U, 1U}));
  status(0, true);
  EXPECT_EQ(new_round(), 1U);
}

}  // namespace
}  // namespace heddle::ranks
