#include "snapshot/journal.hpp"

#include <algorithm>

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

void Journal::open_piece(std::uint64_t piece) {
  if (piece - first_piece_ == pieces_.size()) {
    pieces_.push_back(std::make_unique_for_overwrite<Piece>());
  }
  open_ = pieces_[piece - first_piece_].get();
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
