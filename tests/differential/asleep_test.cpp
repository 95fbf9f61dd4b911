// Sleep sets in a search that remembers states, on programs that spin or go round in loops which
// write: every state is visited, no step is taken twice, and the search knows whether there are
// loops of states.  That no state of programs without loops is lost is tested with the other
// searches (states_test.cpp).
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "differential/reachable.hpp"
#include "fuzz.hpp"
#include "model/random_spins.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::ModelSystem;
using model::Program;
using search::Order;
using search::Reduce;
using search::SearchOptions;
using search::States;

constexpr std::uint64_t kPrograms = 1'000;
constexpr std::size_t kMostStates = 2'000;

// Whether some run comes back to a state, by a walk of its own.
class Loops {
 public:
  explicit Loops(const Program& program) { found_ = leads_back(ModelSystem(program)); }
  bool found() const { return found_; }

 private:
  bool leads_back(const ModelSystem& system) {
    const Contents key = contents(system.state());
    const auto [at, is_new] = is_open_.insert({key, true});
    if (!is_new) return at->second;
    if (system.view().verdict == Verdict::running) {
      for (const ThreadView& thread : system.view().threads) {
        for (std::uint16_t i = 0; i < thread.alternatives; ++i) {
          ModelSystem next = system;
          next.step({thread.id, i});
          if (next.view().verdict != Verdict::failed && leads_back(next)) return true;
        }
      }
    }
    is_open_[key] = false;
    return false;
  }

  std::map<Contents, bool> is_open_;  // is it on the way to where the walk is
  bool found_ = false;
};

class Watcher final : public search::SearchObserver {
 public:
  explicit Watcher(const ModelSystem& system) : system_(system) {}

  void arrived(const search::Path&, bool) override { states.insert(contents(system_.state())); }
  void run_ended(const search::Path&, Verdict verdict) override {
    ends.insert(contents(system_.state()));
    if (verdict == Verdict::deadlock) deadlocks.insert(contents(system_.state()));
  }
  bool failed(const search::Path& path, const Failure&) override {
    return path.view().verdict != Verdict::running;
  }

  std::set<Contents> states;
  std::set<Contents> ends;
  std::set<Contents> deadlocks;

 private:
  const ModelSystem& system_;
};

struct Found {
  std::uint64_t transitions = 0;
  std::uint64_t loops = 0;
};

Found expect_all(const Program& program, const Reachable& expected, const SearchOptions& options) {
  ModelSystem system(program);
  Watcher watcher(system);
  search::Explorer explorer(system, std::move(*search::depth_first(options)), {}, watcher);
  EXPECT_EQ(explorer.explore(), search::End::exhausted);
  EXPECT_EQ(watcher.states, expected.states);
  EXPECT_EQ(watcher.ends, expected.ends);
  EXPECT_EQ(watcher.deadlocks, expected.deadlocks);
  const auto& check = explorer.recipe().cycle_check;
  return {explorer.tally().transitions, check == nullptr ? 0 : check->cycles_closed()};
}

// Returns whether it has loops; adds the steps that were left out.
bool expect_nothing_lost(const Program& program, const Reachable& expected,
                         std::uint64_t& left_out) {
  const bool has_loops = Loops(program).found();
  for (const Order::Kind order : {Order::Kind::default_, Order::Kind::random}) {
    // Livelocks, which the plain search tells of, would be failures.
    SearchOptions options{.states = States::memory, .order = {.kind = order}, .seed = 5};
    options.livelocks = search::Livelocks::ignore;
    const Found plain = expect_all(program, expected, options);
    options.livelocks = search::Livelocks::report;
    options.reduce = Reduce::sleep;
    const Found asleep = expect_all(program, expected, options);
    EXPECT_LE(asleep.transitions, plain.transitions) << "some step was taken twice";
    left_out += plain.transitions - asleep.transitions;
    EXPECT_EQ(asleep.loops > 0, has_loops);
  }
  return has_loops;
}

template <typename Generate>
void compare(Generate generate) {
  Random random(fuzz::number_from("HEDDLE_FUZZ_SEED", 0xa51ee9));
  std::uint64_t with_loops = 0;
  std::uint64_t left_out = 0;
  const std::uint64_t programs = fuzz::cases(kPrograms);
  for (std::uint64_t compared = 0; compared < programs && !testing::Test::HasFailure();) {
    const Program program = generate(random);
    const Reachable expected = reachable(program);
    if (expected.states.size() > kMostStates) continue;
    ++compared;
    SCOPED_TRACE(to_text(program));
    with_loops += expect_nothing_lost(program, expected, left_out) ? 1U : 0U;
  }
  EXPECT_GT(with_loops, programs / 10);
  EXPECT_GT(left_out, 0U);
}

TEST(AsleepTest, OfProgramsThatSpinNoStateAndNoLoopIsLost) { compare(model::random_spins); }

// 2 or 3 threads that write and read three cells, and go back as long as the last thing they read
// has some value.
Program random_loops(Random& random) {
  const auto below = [&](std::uint64_t end) { return random.below(end); };
  const auto memory = [&](bool reads) {
    const std::string cell(1, "xyz"[below(3)]);
    return reads ? "R " + cell : "W " + cell + ' ' + std::to_string(below(2));
  };
  std::string text;
  for (std::uint64_t threads = 2 + below(2); threads > 0; --threads) {
    const std::uint64_t steps = 1 + below(3);
    for (std::uint64_t i = 0; i < steps; ++i) text += memory(below(3) == 0) + ';';
    text += memory(true) + ";JB " + std::to_string(below(2)) + ' ' +
            std::to_string(1 + below(steps + 1));
    if (below(2) == 0) text += ';' + memory(false);
    if (threads > 1) text += " / ";
  }
  return *model::parse_program(text);
}

TEST(AsleepTest, OfProgramsThatLoopNoStateAndNoLoopIsLost) { compare(random_loops); }

// Few programs need it that those who slept at a state are woken when it is met again: these do.
TEST(AsleepTest, WhoSleptIsWoken) {
  for (const char* text :
       {"W x 0;W x 0;W y 1;R y;JB 0 2;W x 0 / W z 1;R y;JB 1 2 / W x 1;R z;R y;JB 1 2;W y 0",
        "W x 0;R x;JB 0 2 / R y;R z;W z 1;R y;JB 0 4 / W y 1;R x;JB 0 2"}) {
    SCOPED_TRACE(text);
    const Program program = *model::parse_program(text);
    std::uint64_t left_out = 0;
    EXPECT_TRUE(expect_nothing_lost(program, reachable(program), left_out));
  }
}

// Where every way to a state has the same number of steps, nobody needs to look for livelocks.
TEST(AsleepTest, OfProgramsThatDoNotBranchItIsKnownThatTheyHaveNoLoops) {
  const Program program = *model::parse_program("L m;W x 1;U m;W y 1 / L m;W x 2;U m;W z 1");
  const SearchOptions options{.states = States::memory, .reduce = Reduce::sleep};
  const Found found = expect_all(program, reachable(program), options);
  EXPECT_EQ(found.loops, 0U);
}

}  // namespace
}  // namespace heddle
