#include "snapshot/own_frames.hpp"

#include <cstring>
#include <new>

namespace heddle::native {

OwnFrames::~OwnFrames() {
  clear();
  for (const Kept& kept : kept_) free(kept);
}

OwnFrames::Frames OwnFrames::new_frames(std::size_t bytes) {
  const std::size_t room = bytes <= kUsual ? kUsual : bytes;
  void* const content = room == kUsual ? usual_.malloc() : ::operator new(room);
  if (content == nullptr) throw std::bad_alloc();
  bytes_ += room;
  return {static_cast<std::byte*>(content), static_cast<std::uint32_t>(bytes),
          static_cast<std::uint32_t>(room)};
}

void OwnFrames::free(const Frames& frames) {
  bytes_ -= frames.room;
  if (frames.room == kUsual) {
    usual_.free(frames.content);
  } else {
    ::operator delete(frames.content);
  }
}

void OwnFrames::note(ThreadId thread, const std::byte* frames, std::size_t bytes) {
  Kept& kept = kept_of(thread);
  if (kept.noted_in != interval_) [[likely]] {
    former_.push_back({kept, thread});
    ++end_;
    static_cast<Frames&>(kept) = new_frames(bytes);
    kept.noted_in = interval_;
  } else if (bytes > kept.room) {
    free(kept);
    static_cast<Frames&>(kept) = new_frames(bytes);
  }
  std::memcpy(kept.content, frames, bytes);
  kept.bytes = static_cast<std::uint32_t>(bytes);
  kept.is_elsewhere = false;
}

ThreadId OwnFrames::undo_last() {
  const Former former = former_.back();
  Kept& kept = kept_[index(former.thread)];
  free(kept);
  static_cast<Frames&>(kept) = former;
  kept.is_elsewhere = true;
  former_.pop_back();
  --end_;
  return former.thread;
}

void OwnFrames::copy_back(Kept& kept, std::byte* context) {
  if (kept.bytes > 0) std::memcpy(context, kept.content, kept.bytes);
  kept.is_elsewhere = false;
}

void OwnFrames::forget_before(Position position) {
  for (; forgotten_ < position; ++forgotten_) {
    free(former_.front());
    former_.pop_front();
  }
}

}  // namespace heddle::native
