// Counts executions outside the search: the determinism check, race detection, estimates, simpler
// schedules, recordings.  Together they get a tenth of the budget.
#pragma once

#include <chrono>
#include <cstdint>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "native/native_system.hpp"

namespace heddle::worker {

class Auxiliary {
 public:
  using Clock = std::chrono::steady_clock;

  // Keeps a reference to the system.  `deadline` is the deadline of the run.
  Auxiliary(const native::NativeSystem& system, const config::RunOptions& options,
            Clock::time_point deadline);

  // Counts executions during its lifetime.  Only the outermost Use counts; nested ones do nothing.
  class Use {
   public:
    explicit Use(Auxiliary& auxiliary);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Auxiliary* auxiliary_ = nullptr;
  };

  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }

  // Returns the remaining budget, after the executions of the present use.
  Budget left() const;
  bool has_left() const { return left().executions > 0 && Clock::now() < left().deadline; }

  // Adds executions of a repeated search.  The result needs them, so they take no budget here.
  void add_repeated(std::uint64_t executions) { repeated_ += executions; }
  // Returns the number of all counted executions.
  std::uint64_t executions() const { return executions_ + repeated_; }

 private:
  const native::NativeSystem& system_;
  std::uint64_t most_executions_ = kUnlimited;
  Clock::duration most_time_ = Clock::duration::max();
  Clock::time_point deadline_;
  std::uint64_t executions_ = 0;
  std::uint64_t repeated_ = 0;
  Clock::duration time_{};
  const Use* use_ = nullptr;
  std::uint64_t use_began_at_ = 0;  // executions of the system at that time
  Clock::time_point use_began_;
};

}  // namespace heddle::worker
