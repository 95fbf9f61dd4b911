// Runtime frames on the stacks of paused threads, see paused_frames.hpp.  They do not distinguish
// states, but a thread needs them to resume.  They change at almost every scheduling point.  So
// they are saved in one piece per thread, not compared block by block, and former frames are kept
// along the path of a search.
#pragma once

#include <boost/pool/pool.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

class OwnFrames {
 public:
  OwnFrames() = default;
  OwnFrames(const OwnFrames&) = delete;
  OwnFrames& operator=(const OwnFrames&) = delete;
  ~OwnFrames();

  // A position on the path.
  using Position = std::uint64_t;
  Position mark() {
    ++interval_;
    return end_;
  }

  // Saves the frames of a thread that was just paused.
  void note(ThreadId thread, const std::byte* frames, std::size_t bytes);

  // Restores the saved frames of an earlier position.  Calls changed(thread) for each thread whose
  // frames changed: they are not on its stack yet.  REQUIRES: nothing at or after that position
  // was dropped.
  template <typename Changed>
  void undo_to(Position position, Changed changed) {
    while (end_ > position) changed(undo_last());
    ++interval_;
  }

  // Records that other code has overwritten the thread's stack.
  void note_overwritten(ThreadId thread) { kept_of(thread).is_elsewhere = true; }

  // Copies the saved frames to the thread's stack, which begins at `context`, unless they are
  // there.
  void put_back(ThreadId thread, std::byte* context) {
    if (kept_of(thread).is_elsewhere) [[unlikely]]
      copy_back(kept_of(thread), context);
  }

  // Drops everything older.  REQUIRES: no older position is restored later.
  void forget_before(Position position);
  void clear() { forget_before(mark()); }

  std::size_t bytes() const { return bytes_; }

 private:
  struct Frames {
    std::byte* content = nullptr;
    std::uint32_t bytes = 0;
    std::uint32_t room = 0;
  };
  struct Kept : Frames {
    std::uint64_t noted_in = 0;  // the interval in which its former frames were saved
    bool is_elsewhere = false;   // not on the thread's stack
  };
  // A thread's frames before they changed.
  struct Former : Frames {
    ThreadId thread = kNoThread;
  };

  // Almost all frames are smaller.
  static constexpr std::size_t kUsual = 512;

  Kept& kept_of(ThreadId thread) {
    if (index(thread) >= kept_.size()) [[unlikely]]
      kept_.resize(index(thread) + std::size_t{1});
    return kept_[index(thread)];
  }
  static void copy_back(Kept& kept, std::byte* context);
  ThreadId undo_last();
  Frames new_frames(std::size_t bytes);
  void free(const Frames& frames);

  boost::pool<> usual_{kUsual};
  std::size_t bytes_ = 0;       // of what is kept
  std::vector<Kept> kept_;      // by thread
  std::deque<Former> former_;   // along the path, oldest first
  Position forgotten_ = 0;      // number of dropped entries...
  Position end_ = 0;            // ...and of all entries, dropped ones included
  std::uint64_t interval_ = 1;  // between two marks; a thread's frames are kept once in it
};

}  // namespace heddle::native
