// When a thread counts as spinning, and what becomes of it.
#include "search/liveness/spins.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/engine/coverage.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

struct Found : SearchObserver {
  std::vector<Failure> failures;
  std::vector<Schedule> schedules;
  bool failed(const Path& path, const Failure& failure) override {
    failures.push_back(failure);
    schedules.push_back(path.schedule());
    return true;
  }
};

std::string spin_statement(const char* text, Found& found, const SearchOptions& options,
                           std::uint64_t step_limit = 100) {
  model::ModelSystem system(*model::parse_program(text), step_limit);
  Explorer explorer(system, std::move(*depth_first(options)), {}, found);
  const End end = explorer.explore();
  return coverage_text(coverage_of(explorer.recipe(), explorer.tally(), end));
}

std::string spin_statement(const char* text) {
  Found found;
  const std::string result = spin_statement(text, found, {.reduce = Reduce::optimal});
  EXPECT_TRUE(found.failures.empty());
  return result;
}

TEST(Spins, RoundsInVainAreNotToldApart) {
  EXPECT_EQ(spin_statement("R x;JB 0 1 / W x 1"), "all 2 inequivalent schedules were executed");
  // A model's thread knows what it read last: only when it reads a 1 for the second time is it
  // where it was.  So it looks between the two writes never, once or twice, after having looked
  // before or not.
  EXPECT_EQ(spin_statement("R x;JB 0 1;JB 1 2 / W x 1;W x 2"),
            "all 6 inequivalent schedules were executed");
}

TEST(Spins, ALoopMayLookAtSeveralCells) {
  const char* const either = "R x;SKE 1 2;R y;JB 0 3 / W y 1";
  EXPECT_EQ(spin_statement(either), "all 2 inequivalent schedules were executed");
}

TEST(Spins, LocksMadeOfAtomicsExclude) {
  // Either comes first; the other fails never, once or twice.
  EXPECT_EQ(spin_statement("X l 1;JB 1 1;A x;W l 0 / X l 1;JB 1 1;A x;W l 0"),
            "all 6 inequivalent schedules were executed");
  EXPECT_EQ(spin_statement("C l 0 1;JB 1 1;A x;W l 0 / C l 0 1;JB 1 1;A x;W l 0"),
            "all 6 inequivalent schedules were executed");
}

TEST(Spins, FailedExchangesCommute) {
  EXPECT_EQ(spin_statement("C x 1 2 / C x 1 2 / C x 1 2"),
            "the only inequivalent schedule was executed");
  EXPECT_EQ(spin_statement("C x 0 1 / C x 0 1"), "all 2 inequivalent schedules were executed");
}

TEST(Spins, WhoSpinsForEverIsALivelock) {
  Found found;
  EXPECT_EQ(spin_statement("R x;JB 0 1 / W y 1;W y 2", found, {.reduce = Reduce::optimal}),
            "the only inequivalent schedule was executed");
  ASSERT_EQ(found.failures.size(), 1U);
  EXPECT_EQ(found.failures[0].kind, FailureKind::livelock);
  EXPECT_EQ(found.failures[0].cycle_begin, 3U);
  EXPECT_EQ(found.schedules[0].size(), 4U);
  EXPECT_EQ(found.schedules[0].back(), (Decision{kMainThread, 0}));
}

TEST(Spins, AThreadThatIsBlockedBesidesMakesNoDeadlockOfIt) {
  Found found;
  spin_statement("L m;R x;JB 0 1 / L m", found, {.reduce = Reduce::source});
  ASSERT_FALSE(found.failures.empty());
  EXPECT_EQ(found.failures[0].kind, FailureKind::livelock);
}

TEST(Spins, ALivelockMayBeAnEndLikeAnyOther) {
  Found found;
  SearchOptions options{.reduce = Reduce::optimal};
  options.livelocks = Livelocks::ignore;
  EXPECT_EQ(spin_statement("R x;JB 0 1", found, options),
            "the only inequivalent schedule was executed");
  EXPECT_TRUE(found.failures.empty());
}

// Goes round and changes something each time.
TEST(Spins, WhoWritesDoesNotSpin) {
  Found found;
  const std::string text =
      spin_statement("W x 1;W x 2;R x;JB 2 3", found, {.reduce = Reduce::optimal}, 20);
  EXPECT_EQ(
      text,
      "incomplete: 1 schedule executed with partial-order reduction; 1 cut at the step limit");
}

TEST(Spins, OtherSearchesDoNotKnow) {
  EXPECT_EQ(depth_first({})->spins, nullptr);
  EXPECT_NE(depth_first({.reduce = Reduce::source})->spins, nullptr);
}

}  // namespace
}  // namespace heddle::search
