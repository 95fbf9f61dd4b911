// Branches arrive as they were sent.
#include "search/split/mail.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/split/handed_branches.hpp"
#include "search/split/handed_executions.hpp"
#include "search/split/handed_nodes.hpp"

namespace heddle::search {
namespace {

constexpr Decision kLarge{thread_id(0xfffe), 0xffff};

TEST(Mail, KeepsBranches) {
  const Schedule prefix{decide(1), kLarge};
  const std::vector<Choice> choices{{0, decide(3)}, {2, kLarge}, {2, decide(0)}};
  Mail mail;
  ASSERT_TRUE(write_branches(prefix, choices, {5, ~std::uint64_t{0}}, mail));
  HandedBranches read;
  read_branches(mail, read);
  EXPECT_EQ(read.prefix, prefix);
  EXPECT_EQ(read.choices, choices);
  EXPECT_EQ(read.state, (Fingerprint{5, ~std::uint64_t{0}}));
}

TEST(Mail, KeepsStatesWithTheirSleepSets) {
  const Access access{ObjectId{~std::uint64_t{0}}, 255, AccessMode::read};
  HandedNodes handed;
  handed.prefix = {decide(1), decide(2)};
  handed.operations = ~std::uint64_t{0};
  handed.nodes.push_back({0, {decide(3), kLarge}, {}});
  handed.nodes.push_back({2, {decide(4)}, {{kLarge.thread, kLarge.alternative, true, {}}}});
  handed.nodes.back().asleep.push_back(
      {thread_id(7), 1, false, {access, {ObjectId{9}, 0, AccessMode::write}}});
  Mail mail;
  ASSERT_TRUE(write_nodes(handed, mail));
  HandedNodes read;
  read_nodes(mail, read);
  EXPECT_EQ(read.prefix, handed.prefix);
  EXPECT_EQ(read.operations, handed.operations);
  ASSERT_EQ(read.nodes.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.nodes[i].depth, handed.nodes[i].depth);
    EXPECT_EQ(read.nodes[i].choices, handed.nodes[i].choices);
    ASSERT_EQ(read.nodes[i].asleep.size(), handed.nodes[i].asleep.size());
    for (std::size_t k = 0; k < handed.nodes[i].asleep.size(); ++k) {
      const PlannedStep& step = read.nodes[i].asleep[k];
      EXPECT_EQ(step.thread, handed.nodes[i].asleep[k].thread);
      EXPECT_EQ(step.alternative, handed.nodes[i].asleep[k].alternative);
      EXPECT_EQ(step.with_all, handed.nodes[i].asleep[k].with_all);
      EXPECT_EQ(step.accesses, handed.nodes[i].asleep[k].accesses);
    }
  }
}

TEST(Mail, KeepsExecutions) {
  const std::vector<WaitingExecution> executions{{~std::uint64_t{0}, {{0, kLarge}, {9, decide(1)}}},
                                                 {1, {{4, decide(2)}}}};
  Mail mail;
  write_executions(executions, mail);
  const std::vector<WaitingExecution> read = read_executions(mail);
  ASSERT_EQ(read.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read[i].priority, executions[i].priority);
    EXPECT_EQ(read[i].deviations, executions[i].deviations);
  }
}

TEST(Mail, HoldsNoMoreThanItsRoom) {
  Mail mail;
  const Schedule prefix(kMostMailWords, decide(0));
  const std::vector<Choice> choices{{static_cast<std::uint32_t>(prefix.size()), decide(1)}};
  EXPECT_FALSE(write_branches(prefix, choices, {}, mail));
  HandedNodes handed;
  handed.prefix = prefix;
  handed.nodes.push_back({static_cast<std::uint32_t>(prefix.size()), {decide(1)}, {}});
  EXPECT_FALSE(write_nodes(handed, mail));
  handed.prefix.clear();
  handed.nodes.back().depth = 0;
  EXPECT_TRUE(write_nodes(handed, mail));
  handed.nodes.back().asleep.resize(1);
  handed.nodes.back().asleep.front().accesses.resize(kMostMailWords / 2);
  EXPECT_FALSE(write_nodes(handed, mail));
}

}  // namespace
}  // namespace heddle::search
