// A small study as data: its grid by hand.
#pragma once

#include <string>
#include <vector>

#include "study/grid.hpp"

namespace heddle::study {

// Inside a test, `Run` is GoogleTest's.
using Runs = std::vector<Run>;

// `costs` in states; those below 0 found nothing.
inline void add_runs(Runs& runs, const std::string& subject, const std::string& configuration,
                     const std::vector<int>& costs) {
  std::uint64_t seed = 1;
  for (const int cost : costs) {
    Run run;
    run.subject = subject;
    run.configuration = configuration;
    run.seed = seed++;
    run.found = cost >= 0;
    run.verdict = run.found ? "error" : "incomplete";
    if (run.found) run.kind = "assertion";
    run.states = static_cast<std::uint64_t>(cost >= 0 ? cost : -cost);
    run.transitions = 2 * run.states;
    run.error_depth = run.found ? run.states / 10 : 0;
    run.seconds = static_cast<double>(run.states) / 1000;
    run.peak_rss = 1'000'000 + 1000 * run.states;
    runs.push_back(run);
  }
}

inline std::vector<ConfigurationRow> sample_configurations() {
  return {{"default order", "search=dfs"},
          {"random order", "search=dfs:order=random"},
          {"(5, random, 0.9)", "search=dfs:backtrack=random:threshold=5"},
          {"(20, random, 0.9)", "search=dfs:backtrack=random:threshold=20"},
          {"(5, fixed, 1-d/20)", "search=dfs:backtrack=fixed:threshold=5:ratio=1-d/20"},
          {"(20, fixed, 1-d/20)", "search=dfs:backtrack=fixed:threshold=20:ratio=1-d/20"}};
}

inline Runs sample_runs() {
  Runs runs;
  add_runs(runs, "daisy", "default order", {282, 282});
  add_runs(runs, "daisy", "random order", {100, 200, 300});
  add_runs(runs, "daisy", "(5, random, 0.9)", {22, -10, 88, -10});
  add_runs(runs, "daisy", "(20, random, 0.9)", {108, 102, 114});
  add_runs(runs, "daisy", "(5, fixed, 1-d/20)", {-5, -5});
  add_runs(runs, "daisy", "(20, fixed, 1-d/20)", {90, 110});
  add_runs(runs, "elevator", "default order", {-100000});
  add_runs(runs, "elevator", "random order", {2000, 3000, -5000});
  add_runs(runs, "elevator", "(5, random, 0.9)", {-20, -20});
  add_runs(runs, "elevator", "(20, random, 0.9)", {270, 290});
  add_runs(runs, "elevator", "(5, fixed, 1-d/20)", {-30, 40});
  add_runs(runs, "elevator", "(20, fixed, 1-d/20)", {300, 320});
  return runs;
}

inline Grid sample_grid(Measure measure = Measure::states) {
  return Grid(sample_runs(), sample_configurations(), measure);
}

}  // namespace heddle::study
