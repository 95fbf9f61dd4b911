// Samplers draw each schedule of small programs with the probability that their definitions give
// it, and keep their guarantees on all errors of these programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "differential/exact_probabilities.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/sampled.hpp"

namespace heddle {
namespace {

using exact::Distribution;
using model::Program;
using search::Samples;

constexpr std::uint64_t kExecutions = 20'000;
// Afterwards the learned lengths of these programs do not change any more.
constexpr std::uint64_t kLearning = 500;

Program parsed(const char* program) { return *model::parse_program(program); }

Samples draw(const Program& program, Result<search::Recipe> recipe,
             std::uint64_t executions = kExecutions) {
  return search::sample(program, std::move(recipe), executions, model::ModelSystem::kNoLimit,
                        kLearning);
}

// Returns a limit that a chi-square variable exceeds with probability e^-20, one in 500 million, at
// most (Laurent and Massart, "Adaptive estimation of a quadratic functional", 2000, lemma 1).
double chi_square_limit(double degrees_of_freedom) {
  constexpr double kExponent = 20;
  return degrees_of_freedom + 2 * std::sqrt(degrees_of_freedom * kExponent) + 2 * kExponent;
}

// Compares counts with probabilities by Pearson's statistic.  Schedules that are expected less than
// five times are one class, where the statistic's distribution is no longer that of chi-square.
void expect_fit(const Distribution& probabilities,
                const std::map<std::string, std::uint64_t>& counts, const std::string& what) {
  double total = 0;
  for (const auto& [schedule, count] : counts) {
    total += static_cast<double>(count);
    EXPECT_TRUE(probabilities.contains(schedule)) << what << ": drew " << schedule;
  }
  double statistic = 0;
  double classes = 0;
  double rare = 0;
  double rarely = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++classes;
  };
  for (const auto& [schedule, probability] : probabilities) {
    const auto found = counts.find(schedule);
    const double count = found == counts.end() ? 0 : static_cast<double>(found->second);
    const double expected = probability * total;
    if (expected >= 5) {
      add(count, expected);
    } else {
      rare += expected;
      rarely += count;
    }
  }
  if (rare >= 5) add(rarely, rare);
  EXPECT_LT(statistic, chi_square_limit(classes - 1)) << what << ": " << classes << " classes";
}

// Expects that no schedule, or error, is drawn less often than with this probability, up to six
// standard deviations.
void expect_at_least(double probability, std::uint64_t count, const std::string& what) {
  const double expected = probability * kExecutions;
  EXPECT_GE(static_cast<double>(count), expected - 6 * std::sqrt(expected)) << what;
}

bool blocks(const Program& program) { return program.mutexes() > 0; }

double sum(const Distribution& probabilities) {
  double all = 0;
  for (const auto& [schedule, probability] : probabilities) all += probability;
  return all;
}

// Programs without skips and jumps; the last three block, one of them for ever.
constexpr const char* kPrograms[] = {
    "W x / W x;W x / W x;W x;W x", "W x;R y / W y;R x",         "W x;W y / R x / R y",
    "R x;R x / R x;W x / W y",     "W x;W x;W x / W y;W x",     "A x;R y;A z / A z;A x",
    "L m;W x;U m / L m;R x;U m",   "L m;U m;W x / W x;L m;U m", "L m;L n;U n;U m / L n;L m;U m;U n",
};

TEST(SamplerProbabilities, RandomWalkTakesAllChoicesOfAStateEquallyOften) {
  std::size_t programs = 0;
  Random random(1);
  for (const model::Family family : model::kFamilies) {
    // A yielding thread lets others go first: not all choices are open.
    if (family == model::Family::yield || family == model::Family::mixed) continue;
    for (int i = 0; i < 12; ++i) {
      const Program program = model::random_program(family, random);
      const model::OracleResult oracle = model::enumerate(program, {.max_schedules = 300});
      if (!oracle.complete || oracle.runs.size() < 2) continue;
      ++programs;
      const Distribution walk = exact::RandomWalk::of(program);
      ASSERT_EQ(walk.size(), oracle.runs.size());
      ASSERT_NEAR(sum(walk), 1, 1e-9);
      expect_fit(walk, draw(program, search::random_walk({.seed = programs}), 4'000).schedules,
                 to_text(program));
    }
  }
  EXPECT_GT(programs, 50U);
}

// The largest number of steps with two enabled threads in a schedule.
std::size_t most_choices(const Program& program) {
  std::size_t most = 0;
  for (const model::CompleteRun& run : model::enumerate(program).runs) {
    model::ModelSystem system(program);
    std::size_t choices = 0;
    for (const Decision decision : run.schedule) {
      if (exact::enabled(system).size() > 1) ++choices;
      system.step(decision);
    }
    most = std::max(most, choices);
  }
  return most;
}

TEST(SamplerProbabilities, PctDrawsPrioritiesAndChangePointsUniformly) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    for (std::size_t depth = 1; depth <= 3; ++depth) {
      const Distribution all = exact::Pct(program, depth, most_choices(program)).distribution();
      ASSERT_NEAR(sum(all), 1, 1e-9);
      const Samples samples = draw(program, search::pct({.pct_depth = depth, .seed = depth}));
      expect_fit(all, samples.schedules, std::string(text) + ", depth " + std::to_string(depth));
    }
  }
}

// One ordering constraint: the i-th event of a thread precedes the j-th of another one.
struct Constraint {
  std::size_t thread;
  std::size_t event;
  std::size_t other_thread;
  std::size_t other_event;
};

std::vector<Constraint> all_constraints(const Program& program) {
  std::vector<Constraint> constraints;
  for (std::size_t one = 0; one < program.threads.size(); ++one) {
    for (std::size_t other = 0; other < program.threads.size(); ++other) {
      if (one == other) continue;
      for (std::size_t i = 0; i < program.threads[one].size(); ++i) {
        for (std::size_t j = 0; j < program.threads[other].size(); ++j) {
          constraints.push_back({one, i, other, j});
        }
      }
    }
  }
  return constraints;
}

bool satisfies(const std::string& schedule, const Constraint& constraint) {
  std::size_t events = 0;
  std::size_t other_events = 0;
  for (const char thread : schedule) {
    const auto mover = static_cast<std::size_t>(thread - '0');
    if (mover == constraint.thread && events++ == constraint.event) {
      return other_events <= constraint.other_event;
    }
    if (mover == constraint.other_thread) ++other_events;
  }
  return false;
}

// Visits every set of `depth` constraints: the schedules that satisfy them are those of an error of
// at most this depth.
class AllErrors {
 public:
  AllErrors(const Program& program, std::size_t depth, double promised, const Samples& samples)
      : depth_(depth), promised_(promised), samples_(samples) {
    for (const Constraint& constraint : all_constraints(program)) {
      std::vector<bool> satisfied;
      for (const model::CompleteRun& run : model::enumerate(program).runs) {
        const std::string schedule = search::schedule_text(run.schedule);
        if (constraints_.empty()) schedules_.push_back(schedule);
        satisfied.push_back(satisfies(schedule, constraint));
      }
      constraints_.push_back(std::move(satisfied));
    }
  }

  // Returns the number of errors.
  std::size_t check() {
    std::vector<bool> fail(schedules_.size(), true);
    visit(0, depth_, fail);
    return errors_;
  }

 private:
  void visit(std::size_t from, std::size_t more, const std::vector<bool>& fail) {
    if (std::find(fail.begin(), fail.end(), true) == fail.end()) return;  // no such schedule
    if (more == 0) return check(fail);
    for (std::size_t i = from; i < constraints_.size(); ++i) {
      std::vector<bool> fewer = fail;
      for (std::size_t j = 0; j < fewer.size(); ++j) fewer[j] = fewer[j] && constraints_[i][j];
      visit(i + 1, more - 1, fewer);
    }
  }

  void check(const std::vector<bool>& fail) {
    ++errors_;
    std::uint64_t found = 0;
    std::string example;
    for (std::size_t i = 0; i < fail.size(); ++i) {
      if (!fail[i]) continue;
      example = schedules_[i];
      const auto drawn = samples_.schedules.find(schedules_[i]);
      if (drawn != samples_.schedules.end()) found += drawn->second;
    }
    expect_at_least(promised_, found, "depth " + std::to_string(depth_) + ", such as " + example);
  }

  std::size_t depth_;
  double promised_;
  const Samples& samples_;
  std::vector<std::string> schedules_;
  std::vector<std::vector<bool>> constraints_;  // whether each schedule satisfies them
  std::size_t errors_ = 0;
};

double pct_guarantee(const Program& program, std::size_t depth) {
  const auto threads = static_cast<double>(program.threads.size());
  return 1 / (threads * std::pow(most_choices(program), static_cast<double>(depth) - 1));
}

TEST(SamplerProbabilities, PctFindsEveryErrorOfItsDepthWithTheGuaranteedProbability) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    if (blocks(program)) continue;
    for (std::size_t depth = 1; depth <= 3; ++depth) {
      const Samples samples = draw(program, search::pct({.pct_depth = depth, .seed = 10 + depth}));
      AllErrors errors(program, depth, pct_guarantee(program, depth), samples);
      SCOPED_TRACE(text);
      EXPECT_GT(errors.check(), 0U);
    }
  }
}

// Thread 0 writes between thread 1's lock and unlock.  These two constraints make the error
// certain, but thread 0 must also lock first, or it is blocked until thread 1 unlocks.
TEST(SamplerProbabilities, PctNeedsTheDepthThatBlockingAddsToAnError) {
  const Program program = parsed("L m;U m;W x / L m;U m");
  const auto found = [&](std::size_t depth) {
    std::uint64_t count = 0;
    const Samples samples = draw(program, search::pct({.pct_depth = depth, .seed = depth}));
    for (const auto& [schedule, drawn] : samples.schedules) {
      const bool is_error = satisfies(schedule, {1, 0, 0, 2}) && satisfies(schedule, {0, 2, 1, 1});
      count += is_error ? drawn : 0;
    }
    return count;
  };
  EXPECT_EQ(found(2), 0U);
  expect_at_least(pct_guarantee(program, 3), found(3), "depth 3");
}

TEST(SamplerProbabilities, PartialOrderSamplingOrdersPrioritiesUniformly) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    const Distribution all = exact::PartialOrderSampling::of(program);
    ASSERT_NEAR(sum(all), 1, 1e-9);
    expect_fit(all, draw(program, search::pos({.seed = 1})).schedules, text);
  }
}

// One execution in eight has no constraints.
TEST(SamplerProbabilities, ReadsFromFuzzingDrawsEveryScheduleAsOftenAsPromised) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    const Samples samples = draw(program, search::rff({.seed = 1}));
    for (const auto& [schedule, probability] : exact::PartialOrderSampling::of(program)) {
      const auto drawn = samples.schedules.find(schedule);
      expect_at_least(probability / 8, drawn == samples.schedules.end() ? 0 : drawn->second,
                      std::string(text) + ": " + schedule);
    }
  }
}

TEST(SamplerProbabilities, UniformWalkTakesAllSchedulesEquallyOften) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    if (blocks(program)) continue;
    const model::OracleResult oracle = model::enumerate(program);
    Distribution uniform;
    for (const model::CompleteRun& run : oracle.runs) {
      uniform[search::schedule_text(run.schedule)] = 1 / static_cast<double>(oracle.runs.size());
    }
    expect_fit(uniform, draw(program, search::urw({.seed = 1})).schedules, text);
  }
}

// Returns the probabilities of the orders of the events on an object.
Distribution orders(const Program& program, const Distribution& schedules, exact::Object object) {
  Distribution orders;
  for (const auto& [schedule, probability] : schedules) {
    std::map<char, std::size_t> done;
    std::string order;
    for (const char thread : schedule) {
      const auto& own = program.threads[static_cast<std::size_t>(thread - '0')];
      if (exact::object_of(own[done[thread]++]) == object) order += thread;
    }
    orders[order] += probability;
  }
  return orders;
}

TEST(SamplerProbabilities, SelectiveWalkIsUniformOverTheEventsOfASharedObject) {
  for (const char* const text : kPrograms) {
    const Program program = parsed(text);
    const Distribution all = exact::SelectiveWalk::of(program);
    ASSERT_NEAR(sum(all), 1, 1e-9);
    expect_fit(all, draw(program, search::surw({.seed = 1})).schedules, text);
    if (blocks(program)) continue;
    for (const exact::Object& object : exact::shared_objects(program)) {
      const Distribution of_one =
          orders(program, exact::SelectiveWalk::of(program, object), object);
      for (const auto& [order, probability] : of_one) {
        EXPECT_NEAR(probability * static_cast<double>(of_one.size()), 1, 1e-9) << text << order;
      }
    }
  }
}

}  // namespace
}  // namespace heddle
