// Looks for data races and shared memory around the phases of a search.  A search that restores
// snapshots detects no races itself, and should know its scheduling points from the start.
#pragma once

#include <cstdint>
#include <optional>

#include "config/run_options.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

class RacePass {
 public:
  // Random runs that look for shared memory before a search: the search itself finds the rest.
  static constexpr int kMostLessons = 8;

  // Keeps references to all of them.
  RacePass(native::NativeSystem& system, fleet::ChannelMemory& memory,
           const config::RunOptions& options, Auxiliary& auxiliary)
      : system_(system), memory_(memory), options_(options), auxiliary_(auxiliary) {}

  // Runs random executions under the scheduling points of the first phase.  Returns false if one of
  // them is stuck.
  bool run_before(const Phase& first);

  // Learns the shared memory that are scheduling points of a phase.
  void learn_what_is_shared();

  // Decides about the conflicts that a search found.
  void judge();

  // Returns the first race of a random execution, if races are errors.
  const std::optional<FailedSchedule>& error();

 private:
  // The conditions under which random runs found no further shared memory.
  struct Lesson {
    native::PlainPoints points = native::PlainPoints::none;
    std::uint64_t adoptions = 0;
    bool reorders = false;

    friend bool operator==(const Lesson&, const Lesson&) = default;
  };
  Lesson present_lesson() const;

  // Collects details of new findings, before further scheduling points are learned.
  void explain();
  void note_error();

  native::NativeSystem& system_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  Auxiliary& auxiliary_;
  std::optional<FailedSchedule> error_;
  std::optional<Lesson> learned_;
};

}  // namespace heddle::worker
