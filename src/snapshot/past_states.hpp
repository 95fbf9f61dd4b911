// The contents of earlier states, in the form that the search needs to restore them: a journal of
// changes for states on the current path, or a tree for all states.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/number_of.hpp"
#include "runtime/world.hpp"
#include "snapshot/block_tree.hpp"
#include "snapshot/image_pages.hpp"
#include "snapshot/image_tree.hpp"
#include "snapshot/journal.hpp"
#include "snapshot/own_frames.hpp"
#include "snapshot/paused_frames.hpp"

namespace heddle::native {

// The states that can be restored.
enum class Reach : std::uint8_t {
  nowhere,
  path,      // those on the path from the start to the present state
  anywhere,  // all of them
};

// A state of the program.
struct Snapshot {
  MemoryTree memory;                   // for a reach of `anywhere`
  Journal::Mark journal;               // for a reach of `path`...
  OwnFrames::Position own_frames = 0;  // ...the same for runtime frames
  Fingerprint hash;                    // of the memory
  WorldHead head;
};

class PastStates {
 public:
  explicit PastStates(ImagePages& pages) : pages_(pages), tree_(pages) {}

  Reach reach() const { return reach_; }
  void set_reach(Reach reach) { reach_ = reach; }

  // Returns whether runtime frames are part of the image, as a reach of `anywhere` requires.
  // Otherwise they are kept separately.
  bool has_own_frames() const { return reach_ == Reach::anywhere; }

  // Saves a block of the page's segment.  REQUIRES: called before the image's block changes.
  [[gnu::always_inline]] void note_change(std::uint32_t number, ImagePage& page,
                                          const Segment& segment, std::size_t block) {
    if (reach_ == Reach::path) [[likely]] {
      journal_.note(number, page, segment, block);
    } else if (reach_ == Reach::anywhere) {
      tree_.note_change(number, page, segment, block);
    }
  }

  // Saves the present runtime frames of a thread that was just paused.
  void note_own_frames(ThreadId thread) {
    if (reach_ != Reach::path) return;
    const Thread& record = native::thread(thread);
    own_frames_.note(thread, static_cast<const std::byte*>(record.context),
                     program_frames(record) - number_of(record.context));
  }

  // Takes a snapshot of the image.
  Snapshot take();

  // Returns whether the snapshot can be restored.
  bool lead_back_to(const Snapshot& snapshot) const {
    return reach_ == Reach::anywhere || journal_.leads_back_to(snapshot.journal);
  }

  // Drops everything older than `snapshot` on the path.
  void forget_before(const Snapshot& snapshot) {
    journal_.forget_before(snapshot.journal);
    own_frames_.forget_before(snapshot.own_frames);
  }

  // Drops everything.
  void clear();

  std::size_t bytes() const {
    return block_pool().bytes() + journal_.bytes() + own_frames_.bytes();
  }

  // For restoring a state.
  Journal& journal() { return journal_; }
  OwnFrames& own_frames() { return own_frames_; }
  ImageTree& tree() { return tree_; }

 private:
  ImagePages& pages_;
  Reach reach_ = Reach::nowhere;
  Journal journal_;
  OwnFrames own_frames_;
  ImageTree tree_;
};

}  // namespace heddle::native
