// Reductions under a step limit: a cut execution contributes its backtracking points, so that
// each class of executions that end within the limit is executed, as by brute force.
//
// HEDDLE_FUZZ_CASES: programs per family.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "differential/explored.hpp"
#include "fuzz.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::Program;
using model::TraceKey;
using search::Reduce;

constexpr std::uint64_t kProgramsPerFamily = 60;
constexpr std::uint64_t kMostExecutions = 3'000;
constexpr std::array kReductions = {Reduce::sleep, Reduce::dpor, Reduce::source, Reduce::optimal};

// The classes of the executions that were not cut.
std::set<TraceKey> ended(const Program& program, const Explored& found) {
  std::set<TraceKey> keys;
  for (const ExploredRun& run : found.runs) {
    if (run.verdict != Verdict::cut) keys.insert(trace_of(program, run.schedule));
  }
  return keys;
}

// The second thread ends a loop of the first: `while (x == 0) c++;`, with `own` steps before.
Program loop_and_end(int own) {
  std::string text = "A c;R x;JB 0 2 / ";
  for (int i = 0; i < own; ++i) text += "W d;";
  return *model::parse_program(text + "W x");
}

TEST(CutExecutions, LetTheOtherThreadsGoOn) {
  for (const Reduce reduce : kReductions) {
    for (const int own : {0, 1, 3}) {
      const Program program = loop_and_end(own);
      const Explored all = explore(program, search::depth_first({.fair = false}), {}, 10);
      const Explored found =
          explore(program, search::depth_first({.reduce = reduce, .fair = false}), {}, 10);
      EXPECT_GT(found.tally.cut, 0U);
      EXPECT_FALSE(ended(program, all).empty());
      EXPECT_EQ(ended(program, found), ended(program, all))
          << static_cast<int>(reduce) << " with " << own;
    }
  }
}

TEST(CutExecutions, LoseNothingThatEndsWithinTheLimit) {
  Random random = fuzz::seeded();
  std::uint64_t compared = 0;
  for (const model::Family family : model::kFamilies) {
    for (std::uint64_t i = 0; i < fuzz::cases(kProgramsPerFamily); ++i) {
      const Program program = random_program(family, random);
      const std::uint64_t limit = 3 + random.below(8);
      const Budget budget{.executions = kMostExecutions};
      const Explored all = explore(program, search::depth_first({.fair = false}), budget, limit);
      if (all.end != search::End::exhausted || all.tally.cut == 0) continue;
      const std::set<TraceKey> expected = ended(program, all);
      if (expected.empty()) continue;
      ++compared;
      for (const Reduce reduce : kReductions) {
        const Explored found =
            explore(program, search::depth_first({.reduce = reduce, .fair = false}), {}, limit);
        EXPECT_EQ(found.failures, all.failures)
            << to_text(program) << " within " << limit << ", " << static_cast<int>(reduce);
        const std::set<TraceKey> executed = ended(program, found);
        EXPECT_EQ(executed, expected)
            << to_text(program) << " within " << limit << ", " << static_cast<int>(reduce);
      }
    }
  }
  EXPECT_GT(compared, 0U);
}

}  // namespace
}  // namespace heddle
