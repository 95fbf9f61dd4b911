// Happens-before along the path: a vector clock of each step, and a fingerprint of the whole
// (Musuvathi and Qadeer, "Partial-order reduction for context-bounded state exploration",
// MSR-TR-2007-12).  Two executions that differ only in the order of independent steps lead to the
// same state and have the same fingerprint; all others differ.
//
// Two kinds of edges are omitted: from thread creation to the thread's first step, and from a
// thread's end to its join.  They are the same in all executions with the same steps, so they
// distinguish none. Steps that may let time pass (sleeping, waking up unwoken, locking with a time
// limit) are ordered with every other step: all threads share the clock.
//
// Side effects of a step beyond its operation count as far as the system reports them
// (side_effect.hpp): the address of a heap block may depend on earlier frees by other threads.  All
// other interaction must be part of the operations.  With data races on memory whose accesses are
// not steps, executions with equal fingerprints may lead to different states.
#pragma once

#include <cstdint>
#include <vector>

#include "core/clock_vector.hpp"
#include "core/dependence.hpp"
#include "search/por/object_table.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/step_accesses.hpp"

namespace heddle::search {

class HappensBefore final : public PathAnalysis {
 public:
  HappensBefore();

  // Returns the fingerprint of the path's steps.
  const Fingerprint& fingerprint() const { return fingerprint_; }

  // Returns the clock of the step that left the state at `depth`.
  const ClockVector& clock(std::size_t depth) const { return clocks_[frames_[depth].clock]; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;

 private:
  using ClockRef = std::uint32_t;  // into clocks_; 0 knows nothing

  // The clocks that a later access of an object is ordered after.
  struct History {
    std::uint32_t object = 0;
    std::uint32_t before = 0;  // the object's history before this one, in histories_
    ClockRef writes = 0;
    ClockRef reads = 0;  // since the last write
  };

  // One step, and the data to undo it.
  struct Frame {
    ClockRef clock = 0;
    std::uint32_t histories = 0;  // how many there were before
    ThreadId mover = kNoThread;
    ClockRef own_before = 0;    // the mover's
    ClockRef floor_before = 0;  // see floor_
    Fingerprint fingerprint_before;
  };

  void make_clock(ThreadId mover);
  void come_after(const Access& access);
  void come_after_all();
  void join_history(std::uint32_t object, AccessMode mode, ClockVector& into) const;
  void note(const Access& access);
  void add_to_fingerprint();
  ClockVector& push_clock(ClockRef copied);
  void undo(const Frame& frame);

  Fingerprint fingerprint_;
  std::vector<Frame> frames_;        // by depth
  std::vector<ClockVector> clocks_;  // the first `clocks_used_`; the others keep their memory
  std::uint32_t clocks_used_ = 1;
  std::vector<ClockRef> threads_;  // the last step of each
  ClockRef floor_ = 0;             // the last step that let time pass: before all later ones
  ObjectTable objects_;
  std::vector<std::uint32_t> latest_;  // by object, in histories_
  std::vector<History> histories_;     // the first is empty
  StepAccesses accesses_;
  // State of the step in progress, whose frame is the last.
  Operation operation_;
  Decision decision_;
  std::vector<std::uint64_t> hashed_;
};

}  // namespace heddle::search
