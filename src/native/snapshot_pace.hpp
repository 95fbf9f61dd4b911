// Decides when a stateless search takes snapshots: where executing again takes longer than to
// restore one.  It measures time, so it must change nothing but the speed of a search.
#pragma once

#include <chrono>
#include <cstdint>

namespace heddle::native {

class SnapshotPace {
 public:
  // Measures how long it takes to execute a schedule again.  Most executions are not measured: they
  // may take less time than two looks at the clock.
  class Measurement {
   public:
    Measurement(SnapshotPace& pace, std::uint64_t execution);
    ~Measurement();
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;

   private:
    SnapshotPace* pace_;
    std::chrono::nanoseconds began_{};
  };

  // Returns whether the executions measured last were slow.
  bool is_slow() const { return slow_in_a_row_ >= kSlowInARow; }

  // A segment of an execution begins where a snapshot was restored or taken.
  void restored() { segment_began_ = Clock::now(); }
  // Returns whether a snapshot here would save more time than it takes.
  bool is_worth_a_snapshot() const;
  template <typename Take>
  void take_snapshot(Take take) {
    const Clock::time_point began = Clock::now();
    take();
    segment_began_ = Clock::now();
    last_cost_ = segment_began_ - began;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned kSlowInARow = 2;

  unsigned slow_in_a_row_ = 0;
  Clock::time_point segment_began_;
  std::chrono::nanoseconds last_cost_{};
};

}  // namespace heddle::native
