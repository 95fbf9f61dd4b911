#include "native/snapshot/own_frames.hpp"

#include <algorithm>
#include <cstring>

#include "core/check.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kGrain = 16;

std::size_t whole_grains(std::size_t bytes) { return (bytes + kGrain - 1) & ~(kGrain - 1); }

}  // namespace

void OwnFrames::push(ThreadId thread, const Kept& kept) {
  const std::size_t room = whole_grains(kept.bytes);
  std::size_t used = end_ % kPieceBytes;
  if (pieces_.empty() || used + room + sizeof(Trailer) >= kPieceBytes) [[unlikely]] {
    if (!pieces_.empty()) {
      piece_at(end_).used = used;
      end_ += kPieceBytes - used;
    }
    if (end_ / kPieceBytes - first_piece_ == pieces_.size()) {
      pieces_.push_back(std::make_unique_for_overwrite<Piece>());
    }
    used = 0;
  }
  std::byte* const here = piece_at(end_).bytes.data() + used;
  if (kept.bytes > 0) std::memcpy(here, kept.content.data(), kept.bytes);
  const Trailer trailer{static_cast<std::uint32_t>(index(thread)), kept.bytes};
  std::memcpy(here + room, &trailer, sizeof trailer);
  end_ += room + sizeof trailer;
}

void OwnFrames::note(ThreadId thread, const std::byte* frames, std::size_t bytes) {
  HEDDLE_CHECK(bytes <= kMostBytes, "frames that are too large");
  Kept& kept = kept_of(thread);
  if (kept.noted_in != interval_) {
    kept.noted_in = interval_;
    push(thread, kept);
  }
  if (kept.content.size() < bytes) kept.content.resize(bytes);
  if (bytes > 0) std::memcpy(kept.content.data(), frames, bytes);
  kept.bytes = static_cast<std::uint32_t>(bytes);
  kept.is_elsewhere = false;
}

void OwnFrames::undo_to(Position position) {
  while (end_ > position) {
    const std::size_t used = end_ % kPieceBytes;
    if (used == 0) {
      const std::uint64_t before = end_ / kPieceBytes - 1;
      end_ = before * kPieceBytes + pieces_[before - first_piece_]->used;
      continue;
    }
    const std::byte* const after = piece_at(end_).bytes.data() + used;
    Trailer trailer;
    std::memcpy(&trailer, after - sizeof trailer, sizeof trailer);
    const std::size_t room = whole_grains(trailer.bytes);
    Kept& kept = kept_[trailer.thread];
    // It held as much then.
    if (trailer.bytes > 0) {
      std::memcpy(kept.content.data(), after - sizeof trailer - room, trailer.bytes);
    }
    kept.bytes = trailer.bytes;
    kept.is_elsewhere = true;
    end_ -= room + sizeof trailer;
  }
  ++interval_;
}

void OwnFrames::copy_back(ThreadId thread, std::byte* context) {
  Kept& kept = kept_of(thread);
  if (kept.bytes > 0) std::memcpy(context, kept.content.data(), kept.bytes);
  kept.is_elsewhere = false;
}

void OwnFrames::forget_before(Position position) {
  if (position <= forgotten_) return;
  forgotten_ = position;
  const std::uint64_t keep = position / kPieceBytes;
  if (keep <= first_piece_) return;
  const auto gone =
      static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(keep - first_piece_, pieces_.size()));
  pieces_.erase(pieces_.begin(), pieces_.begin() + gone);
  first_piece_ += static_cast<std::uint64_t>(gone);
}

void OwnFrames::clear() {
  pieces_.clear();
  first_piece_ = 0;
  forgotten_ = end_ = 0;
  ++interval_;
}

}  // namespace heddle::native
