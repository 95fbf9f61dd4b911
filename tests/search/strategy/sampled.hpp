// Samples the schedules of a model program and counts them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/result.hpp"
#include "model/model_system.hpp"
#include "search/engine/explorer.hpp"
#include "search/strategy/run_size.hpp"

namespace heddle::search {

struct Samples {
  std::map<std::string, std::uint64_t> schedules;  // "0110": who moved
  std::map<std::string, std::uint64_t> failures;   // the same of those that failed
  std::string last;
  Tally tally;
  std::string guarantee;

  std::uint64_t failed() const {
    std::uint64_t sum = 0;
    for (const auto& [schedule, count] : failures) sum += count;
    return sum;
  }

  // Pearson's statistic against `kinds` equally likely outcomes; one degree of freedom less than
  // those.
  static double chi_square(const std::map<std::string, std::uint64_t>& counts, std::size_t kinds) {
    double total = 0;
    for (const auto& [what, count] : counts) total += static_cast<double>(count);
    const double expected = total / static_cast<double>(kinds);
    double sum = expected * static_cast<double>(kinds - counts.size());
    for (const auto& [what, count] : counts) {
      const double off = static_cast<double>(count) - expected;
      sum += off * off / expected;
    }
    return sum;
  }
};

// Leaves out of the counts the runs by which a sampler learns what the program is like.
inline Samples sample(const char* program, Result<Recipe> recipe, std::uint64_t executions,
                      std::uint64_t step_limit = model::ModelSystem::kNoLimit) {
  class Counter final : public SearchObserver {
   public:
    explicit Counter(Samples& into) : into_(into) {}
    void run_ended(const Path& path, Verdict) override {
      if (++runs_ <= kProfilingRuns) return;
      into_.last.clear();
      for (const Decision decision : path.schedule()) {
        into_.last += std::to_string(index(decision.thread));
      }
      ++into_.schedules[into_.last];
    }
    bool failed(const Path&, const Failure&) override {
      if (runs_ > kProfilingRuns) ++into_.failures[into_.last];
      return true;
    }

   private:
    Samples& into_;
    std::uint64_t runs_ = 0;
  };
  Samples samples;
  model::ModelSystem system(*model::parse_program(program), step_limit);
  Counter counter(samples);
  Explorer explorer(system, std::move(*recipe), {.executions = executions + kProfilingRuns},
                    counter);
  explorer.explore();
  samples.tally = explorer.tally();
  samples.guarantee = explorer.recipe().frontier->summary().guarantee;
  return samples;
}

}  // namespace heddle::search
