// What happened before what, along the path: a vector clock for every step, and a fingerprint of
// the whole (Musuvathi and Qadeer, "Partial-order reduction for context-bounded state exploration",
// MSR-TR-2007-12).  Two runs that differ only in the order of independent steps lead to the same
// state and have the same fingerprint; all others differ.
//
// That a thread begins after the step that created it, and a join returns after the thread's end,
// is left out: it is so in every run with the same steps, so it tells no two apart.  Steps that may
// let time pass (sleeping, waking up unwoken, locking with a time limit) are ordered with every
// other step: the clock is shared by all.
//
// What a step did besides its operation counts as far as the system tells (side_effect.hpp): where
// a block lies may depend on who gave one back before.  Other interaction must be in the
// operations: with data races on memory whose accesses are no steps, runs with equal fingerprints
// may lead to different states.
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

  // Of the path's steps.
  const Fingerprint& fingerprint() const { return fingerprint_; }

  // Of the step that left the state at `depth`.
  const ClockVector& clock(std::size_t depth) const { return clocks_[frames_[depth].clock]; }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;

 private:
  using ClockRef = std::uint32_t;  // into clocks_; 0 knows nothing

  // What a later access of an object is ordered after.
  struct History {
    std::uint32_t object = 0;
    std::uint32_t before = 0;  // the object's history before this one, in histories_
    ClockRef writes = 0;
    ClockRef reads = 0;  // since the last write
  };

  // One step, and how to take it back.
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
  // Of the step in progress, whose frame is the last.
  Operation operation_;
  Decision decision_;
  std::vector<std::uint64_t> hashed_;
};

}  // namespace heddle::search
