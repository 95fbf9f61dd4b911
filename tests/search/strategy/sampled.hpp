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

// "0110": the threads that moved; "01:10": thread 1 by its alternative 1.
inline std::string schedule_text(const Schedule& schedule) {
  std::string text;
  for (const Decision decision : schedule) {
    text += std::to_string(index(decision.thread));
    if (decision.alternative > 0) text += ':' + std::to_string(decision.alternative);
  }
  return text;
}

struct Samples {
  std::map<std::string, std::uint64_t> schedules;  // by schedule_text
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

// Leaves out of the counts the `learning` executions by which a sampler learns what the program is
// like.
inline Samples sample(const model::Program& program, Result<Recipe> recipe,
                      std::uint64_t executions,
                      std::uint64_t step_limit = model::ModelSystem::kNoLimit,
                      std::uint64_t learning = kProfilingRuns) {
  class Counter final : public SearchObserver {
   public:
    Counter(Samples& into, std::uint64_t learning) : into_(into), learning_(learning) {}
    void run_ended(const Path& path, Verdict) override {
      if (++runs_ <= learning_) return;
      into_.last = schedule_text(path.schedule());
      ++into_.schedules[into_.last];
    }
    bool failed(const Path&, const Failure&) override {
      if (runs_ > learning_) ++into_.failures[into_.last];
      return true;
    }

   private:
    Samples& into_;
    std::uint64_t learning_;
    std::uint64_t runs_ = 0;
  };
  Samples samples;
  model::ModelSystem system(program, step_limit);
  Counter counter(samples, learning);
  Explorer explorer(system, std::move(*recipe), {.executions = executions + learning}, counter);
  explorer.explore();
  samples.tally = explorer.tally();
  samples.guarantee = explorer.recipe().frontier->summary().guarantee;
  return samples;
}

inline Samples sample(const char* program, Result<Recipe> recipe, std::uint64_t executions,
                      std::uint64_t step_limit = model::ModelSystem::kNoLimit) {
  return sample(*model::parse_program(program), std::move(recipe), executions, step_limit);
}

}  // namespace heddle::search
