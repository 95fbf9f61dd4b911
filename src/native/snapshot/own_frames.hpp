// Our own frames on the stacks of paused threads, see paused_frames.hpp.  They tell no states
// apart, but a thread needs them to go on.  They are others at nearly every pause, so they are kept
// in one piece for each thread, not compared block by block, and what they were is kept along the
// path that a search has taken.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

class OwnFrames {
 public:
  // A moment on the path.
  using Position = std::uint64_t;

  Position mark() {
    ++interval_;
    return end_;
  }

  // The thread was paused: these are its frames now.  REQUIRES: at most kMostBytes.
  void note(ThreadId thread, const std::byte* frames, std::size_t bytes);

  // Frames are again what they were then; those that changed are not on their stacks yet.
  void undo_to(Position position);

  // The thread's stack was written to otherwise.
  void note_overwritten(ThreadId thread) { kept_of(thread).is_elsewhere = true; }

  // Puts what is kept on the thread's stack, which begins at `context`, unless it is there.
  void put_back(ThreadId thread, std::byte* context) {
    if (kept_of(thread).is_elsewhere) copy_back(thread, context);
  }

  // Nobody goes back to anything older.
  void forget_before(Position position);
  void clear();

  std::size_t bytes() const { return pieces_.size() * sizeof(Piece); }

  static constexpr std::size_t kMostBytes = std::size_t{32} << 10;

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
  struct Piece {
    std::size_t used = 0;  // once another one was begun
    alignas(16) std::array<std::byte, kPieceBytes> bytes;
  };
  // After each of the frames on the path.
  struct alignas(16) Trailer {
    std::uint32_t thread;
    std::uint32_t bytes;
  };
  struct Kept {
    std::vector<std::byte> content;
    std::uint32_t bytes = 0;
    bool is_elsewhere = false;   // than on the thread's stack
    std::uint64_t noted_in = 0;  // the interval in which its old content was put on the path
  };

  Kept& kept_of(ThreadId thread) {
    if (index(thread) >= kept_.size()) [[unlikely]]
      kept_.resize(index(thread) + std::size_t{1});
    return kept_[index(thread)];
  }
  void push(ThreadId thread, const Kept& kept);
  void copy_back(ThreadId thread, std::byte* context);
  Piece& piece_at(Position position) { return *pieces_[position / kPieceBytes - first_piece_]; }

  std::vector<Kept> kept_;  // by thread
  std::vector<std::unique_ptr<Piece>> pieces_;
  std::uint64_t first_piece_ = 0;
  Position forgotten_ = 0;
  // Number of the piece times its size, and what is used of it: never all.
  Position end_ = 0;
  std::uint64_t interval_ = 1;  // between two marks; a thread's frames are put on the path once
};

}  // namespace heddle::native
