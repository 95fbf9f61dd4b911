// The uniform walk takes all interleavings equally often, and the selective one those of the events
// on a shared object.
#include "search/strategy/uniform_walk.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/sampled.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kWalkExecutions = 6'000;

// Six events in threads of one, two and three: 60 interleavings.  With 59 degrees of freedom the
// statistic stays below 102 with a chance of 0.9995.
constexpr std::size_t kOrders = 60;
constexpr double kMost = 102;

TEST(UniformWalk, TakesEveryInterleavingEquallyOften) {
  const char* program = "W x / W x;W x / W x;W x;W x";
  const Samples uniform = sample(program, urw({.seed = 1}), kWalkExecutions);
  EXPECT_LT(Samples::chi_square(uniform.schedules, kOrders), kMost);
  const Samples walk = sample(program, random_walk({.seed = 1}), kWalkExecutions);
  EXPECT_GT(Samples::chi_square(walk.schedules, kOrders), 10 * kMost)
      << "a random walk would have done";
}

// Only the moves that are no private ones, which are all that comes before the first shared one.
std::map<std::string, std::uint64_t> shared_orders(const Samples& samples,
                                                   const std::map<char, int>& privates) {
  std::map<std::string, std::uint64_t> orders;
  for (const auto& [schedule, count] : samples.schedules) {
    std::map<char, int> left = privates;
    std::string order;
    for (const char mover : schedule) {
      if (left[mover] > 0) {
        --left[mover];
      } else {
        order += mover;
      }
    }
    orders[order] += count;
  }
  return orders;
}

TEST(SelectiveWalk, TakesEveryOrderOfTheEventsOnASharedObjectEquallyOften) {
  const char* program = "W p;W p;W p;W p;W p;W p;W p;W p;W x / W q;W x;W x / W x;W x;W x";
  const std::map<char, int> privates = {{'0', 8}, {'1', 1}, {'2', 0}};
  const Samples selective = sample(program, surw({.seed = 2}), kWalkExecutions);
  EXPECT_LT(Samples::chi_square(shared_orders(selective, privates), kOrders), kMost);
  const Samples uniform = sample(program, urw({.seed = 2}), kWalkExecutions);
  EXPECT_GT(Samples::chi_square(shared_orders(uniform, privates), kOrders), 10 * kMost)
      << "the uniform walk would have done";
}

TEST(SelectiveWalk, TurnsToEverySharedObject) {
  // Both errors need one object's events in a rare order.
  const Samples samples =
      sample("W x 1;W y 1;W x 0;W y 0 / R y;AS 1 / R x;AS 1", surw({.seed = 3}), 400);
  EXPECT_GT(samples.failed(), 100U);
}

TEST(UniformWalk, LetsSpinningThreadsEnd) {
  for (const auto& recipe : {urw, surw}) {
    const Samples samples = sample("R x;SKE 1 2;Y;JB 0 3 / W y;R z;W z;W x 1 / W z;W z",
                                   recipe({.seed = 5}), 500, 20'000);
    EXPECT_EQ(samples.tally.cut, 0U);
  }
}

TEST(UniformWalk, RepeatsItselfBySeed) {
  const char* program = "W x;R y;W x / W y;R x;W y / A x";
  for (const auto& recipe : {urw, surw}) {
    const auto draw = [&](std::uint64_t seed) {
      return sample(program, recipe({.seed = seed}), 200);
    };
    EXPECT_EQ(draw(4).schedules, draw(4).schedules);
    EXPECT_NE(draw(4).schedules, draw(5).schedules);
  }
}

// Main's end is pending beside a thread with 30 events on one object.  Returns how often each
// number of events preceded the end, in the executions after the first ones.
std::vector<int> events_before_the_end(UniformWalk::Kind kind, int executions) {
  constexpr std::size_t kEvents = 30;
  ThreadView end = thread(0);
  end.next.kind = OpKind::program_end;
  end.next.object = end_of(thread_id(0));
  ThreadView event = thread(1);
  event.next.kind = OpKind::atomic_update;
  event.next.object = ObjectId{64};
  const std::vector<Choice> choices = {{0, decide(0)}, {0, decide(1)}};
  UniformWalk walk(kind, 1);
  std::vector<int> counts(kEvents + 1);
  for (int i = 0; i < 2 * executions; ++i) {
    HandMadePath made({end, event});
    std::size_t events = 0;
    while (events < kEvents && walk.choose(made.path(), choices) == 1) {
      made.step(decide(1), {end, event});
      ++events;
    }
    walk.run_ended();
    if (i >= executions) ++counts[events];
  }
  return counts;
}

TEST(UniformWalk, DelaysTheEndOfTheProgram) {
  for (const auto kind : {UniformWalk::Kind::uniform, UniformWalk::Kind::selective}) {
    const std::vector<int> counts = events_before_the_end(kind, 3100);
    for (const int count : counts) EXPECT_NEAR(count, 100, 45);
  }
}

}  // namespace
}  // namespace heddle::search
