#include "native/snapshot/journal.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::native {

Journal::Mark Journal::mark() {
  ++interval_;
  marks_.push_back({size_, ++last_serial_});
  return marks_.back();
}

bool Journal::leads_back_to(const Mark& mark) const {
  if (mark.serial == 0 || mark.position < forgotten_) return false;
  // Mostly one of the last.
  const auto found = std::find_if(marks_.rbegin(), marks_.rend(),
                                  [&](const Mark& other) { return other.serial <= mark.serial; });
  return found != marks_.rend() && found->serial == mark.serial;
}

OldBlock& Journal::append() {
  const std::uint64_t position = size_++;
  if (position / kPerPiece - first_piece_ == pieces_.size()) {
    pieces_.push_back(std::make_unique_for_overwrite<Piece>());
  }
  return at(position);
}

void Journal::note(std::uint32_t number, ImagePage& page, const Segment& segment,
                   std::size_t block) {
  if (page.logged_since != interval_) {
    page.logged_since = interval_;
    page.logged = 0;
  }
  const std::size_t place = segment.first_block() + block;
  const std::uint32_t bit = std::uint32_t{1} << place;
  if ((page.logged & bit) != 0) return;
  page.logged |= bit;
  OldBlock& old = append();
  old.page = number;
  old.block = static_cast<std::uint16_t>(place);
  old.bytes = static_cast<std::uint8_t>(segment.bytes_of(block));
  old.present = page.has(place);
  old.live = segment.live(block);
  if (old.present) old.hash = (*page.hashes)[place];
  std::memcpy(old.content.data(), page.shadow + place * kBlockSize, kBlockSize);
}

void Journal::clear() {
  pieces_.clear();
  marks_.clear();
  first_piece_ = forgotten_ = size_ = 0;
  ++interval_;
}

void Journal::forget_before(const Mark& mark) {
  if (mark.position <= forgotten_) return;
  forgotten_ = mark.position;
  const std::uint64_t keep = forgotten_ / kPerPiece;
  if (keep <= first_piece_) return;
  const auto gone =
      static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(keep - first_piece_, pieces_.size()));
  pieces_.erase(pieces_.begin(), pieces_.begin() + gone);
  first_piece_ += static_cast<std::uint64_t>(gone);
}

}  // namespace heddle::native
