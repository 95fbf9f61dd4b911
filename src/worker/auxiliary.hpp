// Executions beside the search: the check that the program repeats itself, those that look for
// races, estimates, simpler schedules, recordings.  They are counted, and have a tenth of the
// budget.
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

  // Keeps a reference to the system.  `deadline` is that of the run.
  Auxiliary(const native::NativeSystem& system, const config::RunOptions& options,
            Clock::time_point deadline);

  // Counts what is executed while it lives.  One at a time counts; others inside it do nothing.
  class Use {
   public:
    explicit Use(Auxiliary& auxiliary);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Auxiliary* auxiliary_ = nullptr;
  };

  // What may still be executed.  Takes what the present use has done into account.
  Budget left() const;
  bool has_left() const { return left().executions > 0 && Clock::now() < left().deadline; }

  // Executions of a search that was repeated: a result needs them, so they have no budget here.
  void add_repeated(std::uint64_t executions) { repeated_ += executions; }
  // All that were counted.
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
  std::uint64_t use_began_at_ = 0;  // executions of the system, then
  Clock::time_point use_began_;
};

}  // namespace heddle::worker
