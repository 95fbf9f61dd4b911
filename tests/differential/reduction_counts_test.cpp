// The numbers of executions under each reduction, for programs whose numbers of equivalence classes
// are known, some of them by formula.
#include <gtest/gtest.h>

#include <string>

#include "differential/explored.hpp"
#include "model/oracle.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/reduced.hpp"

namespace heddle {
namespace {

using search::Reduce;

struct Known {
  const char* program;
  std::uint64_t interleavings;
  std::uint64_t traces;
  std::uint64_t deadlock_traces;
};

constexpr Known kKnown[] = {
    {"W x / W x", 2, 2, 0},
    {"W x 1 / W x 2 / W x 3", 6, 6, 0},
    {"W x 1 / W x 2 / W x 3 / W x 4", 24, 24, 0},
    {"W x / R x / R x", 6, 4, 0},
    {"W x / R x / R x / R x", 24, 8, 0},
    {"A x;A x / A x;A x", 6, 6, 0},
    {"A x;A x;A x / A x;A x;A x", 20, 20, 0},
    {"A x;A x / A x;A x / A x;A x", 90, 90, 0},
    {"W x;R y / W y;R x", 6, 3, 0},
    {"W x;W y / R y;R x", 6, 3, 0},
    {"R x;W x / R x;W x", 6, 4, 0},
    {"L m;A x;U m / L m;A x;U m", 2, 2, 0},
    {"L m;A x;U m / L m;A x;U m / L m;A x;U m", 6, 6, 0},
    {"L a;L b;U b;U a / L b;L a;U a;U b", 6, 3, 1},
    {"L a;L b;U b;U a / L b;L c;U c;U b / L c;L a;U a;U c", 168, 7, 1},
    {"L m;W x;U m / TL m 2;R x;U m", 4, 3, 0},
    {"W x 2 / R y;R x / TL m 2;W x 1;U m / L m;U m", 396, 14, 0},
    {"SP s;SP s / SW s;SW s", 2, 2, 0},
    {"SP s / SW s / SW s", 2, 2, 2},
    {"L m;CW c m;U m / CS c", 3, 2, 1},
    {"L m;CW c m;U m / L m;CW c m;U m / CB c", 14, 10, 6},
    {"C x 0 1 / C x 0 2 / C x 0 3", 6, 3, 0},
    {"RL r;RU r / RL r;RU r", 6, 1, 0},
    {"WL r;RU r / RL r;RU r / RL r;RU r", 14, 4, 0},
    // Persistent sets with sleep sets as a filter lose one of these, and of the next.
    {"A y / W x;W y / A y;R x", 30, 9, 0},
    {"W x / R y;R x / R y;R x", 30, 4, 0},
    // The race of a thread that waits where everything else is asleep.
    {"SP s / SP q;SW q / R x;SW q;SP s", 22, 3, 3},
};

struct Counted {
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  std::uint64_t final_states = 0;
};

Counted count(const model::Program& program, Reduce reduce) {
  model::ModelSystem system(program);
  Explored explored;
  KeepEverything observer(system, explored);
  search::Explorer explorer(system, std::move(*search::depth_first({.reduce = reduce})), {},
                            observer);
  explorer.explore();
  const auto& frontier = dynamic_cast<const search::Reduced&>(*explorer.recipe().frontier);
  return {explorer.tally().executions, frontier.redundant(), explored.final_states.size()};
}

TEST(ReductionCounts, AreThoseOfTheEquivalenceClasses) {
  for (const Known& known : kKnown) {
    SCOPED_TRACE(known.program);
    const Result<model::Program> program = model::parse_program(known.program);
    ASSERT_TRUE(program.ok());
    const model::OracleResult oracle = enumerate(*program);
    EXPECT_EQ(oracle.runs.size(), known.interleavings);
    EXPECT_EQ(oracle.traces().size(), known.traces);
    EXPECT_EQ(oracle.deadlock_traces().size(), known.deadlock_traces);
    for (const Reduce reduce : {Reduce::sleep, Reduce::source, Reduce::optimal}) {
      const Counted counted = count(*program, reduce);
      EXPECT_EQ(counted.executions, known.traces) << static_cast<int>(reduce);
      EXPECT_EQ(counted.final_states, oracle.final_states().size());
      if (reduce == Reduce::optimal) {
        EXPECT_EQ(counted.redundant, 0U);
      }
    }
    const Counted persistent = count(*program, Reduce::dpor);
    EXPECT_GE(persistent.executions, known.traces);
    EXPECT_LE(persistent.executions, known.interleavings);
    EXPECT_EQ(persistent.final_states, oracle.final_states().size());
  }
}

std::string repeated(const std::string& thread, std::uint64_t times) {
  std::string text = thread;
  for (std::uint64_t i = 1; i < times; ++i) text += " / " + thread;
  return text;
}

std::string philosophers(std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string left = "f" + std::to_string(i);
    const std::string right = "f" + std::to_string((i + 1) % count);
    text += (i == 0 ? "" : " / ") + ("L " + left + ";L " + right + ";U " + right + ";U " + left);
  }
  return text;
}

std::uint64_t executions(const std::string& text, Reduce reduce = Reduce::optimal) {
  return count(*model::parse_program(text), reduce).executions;
}

// A run that a failure ends is not equivalent to one in which another thread moved first.
TEST(ReductionCounts, CountRunsThatEndEarly) {
  const std::string program = "W x 2;R x;AS 2 / A y / AW x 1;R y / A x";
  EXPECT_EQ(enumerate(*model::parse_program(program)).traces().size(), 10U);
  for (const Reduce reduce : {Reduce::sleep, Reduce::source, Reduce::optimal}) {
    EXPECT_EQ(executions(program, reduce), 10U) << static_cast<int>(reduce);
  }
}

// Far beyond brute force.
TEST(ReductionCounts, GrowAsTheFormulasSay) {
  EXPECT_EQ(executions(repeated("A x", 6)), 720U) << "n!";
  EXPECT_EQ(executions(repeated("L m;A x;U m", 6)), 720U) << "n!";
  EXPECT_EQ(executions("W x / " + repeated("R x", 9)), 512U) << "2^n";
  EXPECT_EQ(executions(repeated("C x 0 1", 8)), 8U) << "n: the first one";
  EXPECT_EQ(executions(repeated("RL r;RU r", 8)), 1U);
  EXPECT_EQ(executions(repeated("BW b 7", 7)), 7U) << "n: the last one";
  EXPECT_EQ(executions("WL r;RU r / " + repeated("RL r;RU r", 7)), 128U) << "2^n";
  EXPECT_EQ(executions(philosophers(8)), 255U) << "2^n - 1";
  EXPECT_EQ(executions(repeated("A x;A x;A x;A x;A x", 2)), 252U) << "2n over n";
  std::string independent = "W x0;W x0;W x0";
  for (int i = 1; i < 8; ++i) {
    const std::string write = "W x" + std::to_string(i);
    independent += " / " + write + ";" + write + ";" + write;
  }
  EXPECT_EQ(executions(independent), 1U);
  EXPECT_EQ(executions(independent, Reduce::source), 1U);
  EXPECT_EQ(executions(independent, Reduce::dpor), 1U);
}

}  // namespace
}  // namespace heddle
