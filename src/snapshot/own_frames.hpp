// Our own frames on the stacks of paused threads, see paused_frames.hpp.  They tell no states
// apart, but a thread needs them to go on.  They are others at nearly every pause, so they are kept
// in one piece for each thread, not compared block by block, and what they were is kept along the
// path that a search has taken.
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

  // A moment on the path.
  using Position = std::uint64_t;
  Position mark() {
    ++interval_;
    return end_;
  }

  // The thread was paused: these are its frames now.
  void note(ThreadId thread, const std::byte* frames, std::size_t bytes);

  // Frames are again what they were then.  Calls changed(thread) for those that changed: they are
  // not on their stacks yet.  REQUIRES: nothing at or after that moment was forgotten.
  template <typename Changed>
  void undo_to(Position position, Changed changed) {
    while (end_ > position) changed(undo_last());
    ++interval_;
  }

  // The thread's stack was written to otherwise.
  void note_overwritten(ThreadId thread) { kept_of(thread).is_elsewhere = true; }

  // Puts what is kept on the thread's stack, which begins at `context`, unless it is there.
  void put_back(ThreadId thread, std::byte* context) {
    if (kept_of(thread).is_elsewhere) [[unlikely]]
      copy_back(kept_of(thread), context);
  }

  // Nobody goes back to anything older.
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
    std::uint64_t noted_in = 0;  // the interval in which what it was before was kept
    bool is_elsewhere = false;   // than on the thread's stack
  };
  // What a thread's frames were before they changed.
  struct Former : Frames {
    ThreadId thread = kNoThread;
  };

  // Nearly all are smaller.
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
  Position forgotten_ = 0;      // how many there were before...
  Position end_ = 0;            // ...and how many with those
  std::uint64_t interval_ = 1;  // between two marks; a thread's frames are kept once in it
};

}  // namespace heddle::native
