// Small graphs by hand: what is reported, and how it is said.
#include "search/liveness/find_livelock.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/liveness/components.hpp"

namespace heddle::search {
namespace {

// States with the given sets of enabled threads.
StateGraph graph(std::vector<ThreadSet> enabled) {
  StateGraph result;
  for (std::size_t i = 0; i < enabled.size(); ++i) result.add_state({i + 1, 0}, enabled[i]);
  return result;
}

TEST(FindLivelock, NamesTheThreadsAndTheLength) {
  StateGraph subject = graph({0b11, 0b110, 0b110});
  subject.add_edge(0, 1, decide(0));
  subject.add_edge(1, 2, decide(1));
  subject.add_edge(2, 1, decide(2));
  const auto livelock = find_livelock(subject);
  ASSERT_TRUE(livelock.has_value());
  EXPECT_EQ(to_text(livelock->schedule), "0 1 2");
  EXPECT_EQ(livelock->cycle_begin, 1U);
  const Failure said = failure(*livelock);
  EXPECT_EQ(said.kind, FailureKind::livelock);
  EXPECT_EQ(said.cycle_begin, 1U);
  EXPECT_EQ(
      said.message,
      "threads 1 and 2 repeat the same 2 steps in a fair cycle, and no other thread can break it");
}

TEST(FindLivelock, ASpinningThreadThatAnotherCouldFreeIsNone) {
  StateGraph subject = graph({0b11, 0});
  subject.add_edge(0, 0, decide(0));
  subject.add_edge(0, 1, decide(1));
  EXPECT_FALSE(find_livelock(subject).has_value());
}

// As one that waits for a lock which another thread takes again and again.
TEST(FindLivelock, AThreadThatIsEnabledNowAndThenMustMove) {
  StateGraph subject = graph({0b11, 0b01, 0});
  subject.add_edge(0, 1, decide(0));
  subject.add_edge(1, 0, decide(0));
  subject.add_edge(0, 2, decide(1));
  EXPECT_FALSE(find_livelock(subject).has_value());
}

// The component as a whole starves thread 1, the smaller cycle inside it does not.
TEST(FindLivelock, AFairCycleInsideAnUnfairComponentIsFound) {
  StateGraph subject = graph({0b01, 0b01, 0b11, 0});
  subject.add_edge(0, 1, decide(0));
  subject.add_edge(1, 0, decide(0));
  subject.add_edge(1, 2, decide(0, 1));
  subject.add_edge(2, 0, decide(0));
  subject.add_edge(2, 3, decide(1));
  const auto livelock = find_livelock(subject);
  ASSERT_TRUE(livelock.has_value());
  EXPECT_EQ(to_text(livelock->schedule), "0 0");
}

// Each division shows one more thread that never moves.
TEST(FindLivelock, ComponentsAreDividedUntilNothingIsLeft) {
  StateGraph subject = graph({0b001, 0b011, 0b101, 0});
  subject.add_edge(0, 1, decide(0));
  subject.add_edge(1, 0, decide(0));
  subject.add_edge(0, 2, decide(0, 1));
  subject.add_edge(2, 0, decide(0));
  subject.add_edge(1, 2, decide(1));
  subject.add_edge(2, 3, decide(2));
  EXPECT_FALSE(find_livelock(subject).has_value());
}

TEST(FindLivelock, ASingleStepIsSaidSo) {
  StateGraph subject = graph({0b1});
  subject.add_edge(0, 0, decide(0));
  EXPECT_EQ(failure(find_livelock(subject).value()).message,
            "main repeats the same step in a fair cycle, and no other thread can break it");
}

// Where threads are too many to be told apart, nothing is claimed about them.
TEST(FindLivelock, ThreadsThatCannotBeToldApartAreNeverAccused) {
  const std::vector<ThreadView> threads = {thread(0), thread(70)};
  const StateView view{threads, kNoThread, Verdict::running};
  StateGraph subject = graph({enabled_threads(view)});
  subject.add_edge(0, 0, decide(0));
  subject.add_edge(0, 0, decide(70));
  EXPECT_FALSE(find_livelock(subject).has_value());
}

// Recursion would need a stack as deep as the graph.
TEST(Components, OfAVeryLongLoop) {
  constexpr std::uint32_t kStates = 300'000;
  StateGraph subject = graph(std::vector<ThreadSet>(kStates, 1));
  for (std::uint32_t i = 0; i < kStates; ++i) subject.add_edge(i, (i + 1) % kStates, decide(0));
  const auto livelock = find_livelock(subject);
  ASSERT_TRUE(livelock.has_value());
  EXPECT_EQ(livelock->schedule.size(), kStates);
}

TEST(Components, TellsThemApart) {
  StateGraph subject = graph({1, 1, 1, 1});
  subject.add_edge(0, 1, decide(0));
  subject.add_edge(1, 0, decide(0));
  subject.add_edge(1, 2, decide(0));
  subject.add_edge(2, 3, decide(0));
  const auto numbers = components(subject, Successors(subject));
  EXPECT_EQ(numbers[0], numbers[1]);
  EXPECT_NE(numbers[1], numbers[2]);
  EXPECT_NE(numbers[2], numbers[3]);
  EXPECT_NE(numbers[0], numbers[3]);
}

}  // namespace
}  // namespace heddle::search
