// The clocks of single steps: what orders them, and what does not.
#include "search/por/happens_before.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

ThreadView doing(std::size_t id, const Operation& operation) {
  ThreadView view = thread(id);
  view.next = operation;
  return view;
}

Operation store(std::uint64_t address, std::uint8_t size) {
  return {.kind = OpKind::atomic_store, .size = size, .object = ObjectId{address}};
}

// Steps of threads 0, 1, ... with these operations, in the given order.
class Steps {
 public:
  explicit Steps(std::vector<Operation> operations) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
      threads_.push_back(doing(i, operations[i]));
    }
    made_.truncate(0, threads_);
  }

  Steps& step(std::size_t id, std::uint16_t alternative = 0) {
    clocks_.stepping(made_.path(), decide(id, alternative));
    made_.step(decide(id, alternative), threads_);
    clocks_.stepped(made_.path());
    return *this;
  }
  Steps& rewind(std::uint32_t depth) {
    made_.truncate(depth, threads_);
    clocks_.rewound(made_.path());
    return *this;
  }

  // Whether the step that left depth `first` happened before the one that left depth `second`.
  bool ordered(std::size_t first, std::size_t second) const {
    return clocks_.clock(first).is_below(clocks_.clock(second));
  }
  Fingerprint fingerprint() const { return clocks_.fingerprint(); }

 private:
  std::vector<ThreadView> threads_;
  HandMadePath made_{{}};
  HappensBefore clocks_;
};

TEST(HappensBefore, OverlappingMemoryIsOrderedAndNeighboursAreNot) {
  EXPECT_TRUE(Steps({store(0x1000, 8), store(0x1004, 4)}).step(0).step(1).ordered(0, 1));
  EXPECT_TRUE(Steps({store(0x1007, 1), store(0x1000, 8)}).step(0).step(1).ordered(0, 1));
  EXPECT_FALSE(Steps({store(0x1000, 4), store(0x1004, 4)}).step(0).step(1).ordered(0, 1));
}

TEST(HappensBefore, ReadsAreOrderedWithWritesOnly) {
  const Operation load{.kind = OpKind::atomic_load, .size = 4, .object = ObjectId{0x1000}};
  Steps run({load, load, store(0x1000, 4)});
  run.step(0).step(1).step(2);
  EXPECT_FALSE(run.ordered(0, 1));
  EXPECT_TRUE(run.ordered(0, 2));
  EXPECT_TRUE(run.ordered(1, 2));
}

TEST(HappensBefore, StepsThatLetTimePassAreOrderedWithAll) {
  Steps run({store(0x1000, 4), {.kind = OpKind::sleep}, store(0x2000, 4)});
  run.step(0).step(1).step(2);
  EXPECT_TRUE(run.ordered(0, 1));
  EXPECT_TRUE(run.ordered(1, 2));
  EXPECT_TRUE(run.ordered(0, 2));
  run.rewind(1).step(2);
  EXPECT_FALSE(run.ordered(0, 1)) << "the sleep was taken back";
}

class WakingTest : public testing::Test {
 protected:
  static constexpr ObjectId kWord{0x1000};
  const Operation asleep_{.kind = OpKind::futex_wake_up, .size = 4, .object = kWord};
  const Operation other_ = store(0x2000, 4);
  Operation wake(std::uint64_t count) const {
    return {.kind = OpKind::futex_wake, .size = 4, .object = kWord, .value = count};
  }
};

TEST_F(WakingTest, IsOrderedBeforeTheWakeUpItCauses) {
  Steps run({wake(1), asleep_, asleep_});
  run.step(0, 1).step(2);
  EXPECT_TRUE(run.ordered(0, 1));
}

TEST_F(WakingTest, ASecondOneWakesAnother) {
  Steps run({wake(1), asleep_, asleep_, wake(1)});
  run.step(0).step(3).step(2).step(1);
  EXPECT_TRUE(run.ordered(1, 2)) << "the second woke thread 2";
  EXPECT_FALSE(run.ordered(1, 3)) << "but not thread 1";
  EXPECT_TRUE(run.ordered(0, 3));
}

TEST_F(WakingTest, AWakeUpWithoutATokenLetsTimePass) {
  Steps run({other_, asleep_});
  run.step(0).step(1);
  EXPECT_TRUE(run.ordered(0, 1));
  Steps woken({wake(1), asleep_, other_});
  woken.step(2).step(0).step(1);
  EXPECT_FALSE(woken.ordered(0, 2));
}

TEST_F(WakingTest, TokensAreTakenBack) {
  Steps run({wake(1), asleep_, other_});
  run.step(0).step(1).rewind(1).step(2).step(1);
  EXPECT_FALSE(run.ordered(1, 2)) << "it still has the token";
  run.rewind(0).step(2).step(1);
  EXPECT_TRUE(run.ordered(0, 1)) << "it has none, so it timed out";
}

TEST(HappensBefore, FingerprintsTellAlternativesAndValuesApart) {
  const Operation choice{.kind = OpKind::choose, .value = 2};
  EXPECT_NE(Steps({choice}).step(0, 0).fingerprint(), Steps({choice}).step(0, 1).fingerprint());
  Operation two = store(0x1000, 4);
  two.value = 2;
  EXPECT_NE(Steps({store(0x1000, 4)}).step(0).fingerprint(), Steps({two}).step(0).fingerprint());
  Steps run({choice});
  const Fingerprint nothing = run.fingerprint();
  EXPECT_NE(run.step(0).fingerprint(), nothing);
  EXPECT_EQ(run.rewind(0).fingerprint(), nothing);
}

// A wake-up without a token may let time pass, and is ordered after every step; one with a token is
// ordered after its waker alone.
bool has_token(const std::vector<Operation>& operations, std::size_t waker,
               std::uint16_t alternative, std::size_t waiter, std::size_t bystander) {
  Steps run(operations);
  run.step(waker, alternative).step(bystander).step(waiter);
  EXPECT_TRUE(run.ordered(0, 2));
  return !run.ordered(1, 2);
}

TEST_F(WakingTest, WithBitsReachesThoseThatShareOne) {
  Operation one = asleep_;
  one.second = ObjectId{1};
  Operation two = asleep_;
  two.second = ObjectId{2};
  Operation bits = wake(9);
  bits.second = ObjectId{2};
  const std::vector<Operation> operations = {one, two, asleep_, bits, other_};
  EXPECT_FALSE(has_token(operations, 3, 0, 0, 4));
  EXPECT_TRUE(has_token(operations, 3, 0, 1, 4));
  EXPECT_TRUE(has_token(operations, 3, 0, 2, 4)) << "it waits for all bits";
}

TEST_F(WakingTest, ABarrierLetsGoWhenTheLastArrives) {
  const Operation arrive{.kind = OpKind::barrier_wait, .object = kWord, .value = 3};
  const Operation leave{.kind = OpKind::barrier_wake, .object = kWord};
  EXPECT_TRUE(has_token({leave, leave, arrive, other_}, 2, 0, 0, 3));
  EXPECT_TRUE(has_token({leave, leave, arrive, other_}, 2, 0, 1, 3));
  EXPECT_FALSE(has_token({leave, other_, arrive, other_}, 2, 0, 0, 3)) << "one is missing";
}

TEST_F(WakingTest, ARequeueWakesThoseThatItsAlternativeMeans) {
  const Operation move{.kind = OpKind::futex_requeue,
                       .object = kWord,
                       .second = ObjectId{0x3000},
                       .value = 1 | 1U << 16};
  // Three ways to wake one of three, times two ways to move one of the others.
  const std::vector<Operation> operations = {asleep_, asleep_, asleep_, move, other_};
  for (std::uint16_t way = 0; way < 6; ++way) {
    for (std::size_t waiter = 0; waiter < 3; ++waiter) {
      EXPECT_EQ(has_token(operations, 3, way, waiter, 4), way % 3 == waiter) << way;
    }
  }
}

TEST_F(WakingTest, ARefusedRequeueWakesNobody) {
  const Operation refused{.kind = OpKind::futex_requeue_refused, .object = kWord, .value = 9};
  EXPECT_FALSE(has_token({asleep_, refused, other_}, 1, 0, 0, 2));
}

}  // namespace
}  // namespace heddle::search
