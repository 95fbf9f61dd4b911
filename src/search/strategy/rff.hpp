// Reads-from fuzzing (Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox fuzzing for concurrency
// testing", ASPLOS 2024).
//
// The sampler keeps a corpus of abstract schedules: constraints on which writes the reads read
// from. Each execution is steered toward a mutated one.  Its schedule joins the corpus if the set
// of reads-from pairs is new; schedules with rare sets are mutated more often.
//
// Differences from the paper:
// - Threads that violate no constraint are chosen by partial-order sampling.
// - One execution in eight has no constraints, so every schedule stays possible.
// - New constraints prefer pairs that few executions had or failed to have.
// - Constraints that hold threads for long are given up: other threads may poll for these.
// - Synchronisation objects have reads and writes: a lock reads from the last unlock.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/abstract_event.hpp"
#include "search/strategy/abstract_schedule.hpp"
#include "search/strategy/pending_priorities.hpp"
#include "search/strategy/reads_from.hpp"
#include "search/strategy/sampler.hpp"
#include "search/strategy/schedule_corpus.hpp"
#include "search/strategy/steering.hpp"

namespace heddle::search {

class Rff final : public Sampler {
 public:
  explicit Rff(std::uint64_t seed) : random_(seed) {}

  std::size_t choose(const Path& path, std::span<const Choice> choices) override;
  void run_ended() override;
  std::string_view name() const override { return "reads-from fuzzing"; }

 private:
  void list_allowed(const Path& path);

  Random random_;
  EventList events_;
  PendingPriorities priorities_;
  ReadsFrom reads_from_;
  ScheduleCorpus corpus_;
  Steering steering_;
  std::uint64_t held_steps_ = 0;   // of this execution, at which a thread was held
  AbstractSchedule schedule_;      // of this execution
  std::vector<ThreadId> threads_;  // that can move now
  std::vector<ThreadId> allowed_;  // those that are not held
};

}  // namespace heddle::search
