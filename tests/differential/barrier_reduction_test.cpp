// Arrivals at a barrier commute unless they complete its round.  Every reduction still meets each
// equivalence class of random programs in which more threads arrive than a round takes.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/random.hpp"
#include "differential/explored.hpp"
#include "fuzz.hpp"
#include "model/oracle.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using search::Reduce;

constexpr std::size_t kMostSchedules = 3'000;

// Three to five threads of one or two instructions; a round takes two or three of them.
std::string random_program(Random& random) {
  const std::string arrive = random.below(3) == 0 ? "BW b 2" : "BW b 3";
  const std::uint64_t threads = 3 + random.below(3);
  std::string text;
  for (std::uint64_t thread = 0; thread < threads; ++thread) {
    std::string lines = arrive;
    if (random.below(4) == 0) lines = arrive + ";" + arrive;
    const char* const accesses[] = {"R x", "W x 1", "A x"};
    if (random.below(3) == 0) lines = std::string(accesses[random.below(3)]) + ";" + lines;
    if (random.below(3) == 0) lines += ";" + std::string(accesses[random.below(3)]);
    text += (thread == 0 ? "" : " / ") + lines;
  }
  return text;
}

std::set<model::TraceKey> traces(const model::Program& program, const Explored& found) {
  std::set<model::TraceKey> keys;
  for (const ExploredRun& run : found.runs) keys.insert(trace_of(program, run.schedule));
  return keys;
}

TEST(BarrierReduction, MeetsEveryClass) {
  Random random = fuzz::seeded();
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < fuzz::cases(200); ++i) {
    const std::string text = random_program(random);
    SCOPED_TRACE(text);
    const model::Program program = *model::parse_program(text);
    const model::OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    for (const Reduce reduce : {Reduce::sleep, Reduce::dpor, Reduce::source, Reduce::optimal}) {
      SCOPED_TRACE(static_cast<int>(reduce));
      const Explored found = explore(program, search::depth_first({.reduce = reduce}));
      ASSERT_EQ(traces(program, found), oracle.traces());
      ASSERT_EQ(found.final_states, oracle.final_states());
    }
  }
  EXPECT_GT(compared, fuzz::cases(200) / 10);
}

}  // namespace
}  // namespace heddle
