// An undo log along the path of a search: the former contents of changed blocks.  Restoring a mark
// undoes the changes since, newest first.  It costs as much as has changed, and a mark is free.
// States off the current path cannot be restored this way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/image_page.hpp"

namespace heddle::native {

// A block before it changed.
struct OldBlock {
  std::uint32_t page;
  std::uint16_t block;
  std::uint8_t bytes;
  bool present;     // otherwise its contents were initial, and the hash is meaningless
  std::byte* live;  // its address
  Fingerprint hash;
  std::array<std::byte, kBlockSize> content;
};
static_assert(kBlockSize <= 0xff);

class Journal {
 public:
  // A position on the path.
  struct Mark {
    std::uint64_t position = 0;
    std::uint64_t serial = 0;  // 0 is no mark
  };

  Mark mark();

  // Returns whether the mark is on the current path and none of the changes since were dropped.
  bool leads_back_to(const Mark& mark) const;

  // Saves a block of the page's segment.  REQUIRES: called before the block changes.
  void note(std::uint32_t number, ImagePage& page, const Segment& segment, std::size_t block);

  // Calls undo(old) for each change since the mark, newest first, and drops those changes.
  // REQUIRES: leads_back_to(mark).
  template <typename Undo>
  void undo_to(const Mark& mark, Undo undo);

  // Drops everything.
  void clear();

  // Drops the changes before the mark: older marks cannot be restored any more.
  void forget_before(const Mark& mark);

  std::size_t bytes() const { return pieces_.size() * sizeof(Piece); }

 private:
  static constexpr std::size_t kPerPiece = 256;
  using Piece = std::array<OldBlock, kPerPiece>;

  OldBlock& append() {
    const std::uint64_t position = size_++;
    if (position % kPerPiece == 0) [[unlikely]]
      open_piece(position / kPerPiece);
    return (*open_)[position % kPerPiece];
  }
  // Makes it the piece that is appended to.
  void open_piece(std::uint64_t piece);

  std::vector<std::unique_ptr<Piece>> pieces_;
  Piece* open_ = nullptr;  // the piece that holds position `size_`, unless it would begin there
  std::uint64_t first_piece_ = 0;
  std::uint64_t forgotten_ = 0;  // positions below cannot be undone
  std::uint64_t size_ = 0;
  std::uint64_t last_serial_ = 0;
  std::uint64_t interval_ = 1;  // between two marks; a block is noted once in it
  std::vector<Mark> marks_;     // along the path, oldest first
};

[[gnu::always_inline]] inline void Journal::note(std::uint32_t number, ImagePage& page,
                                                 const Segment& segment, std::size_t block) {
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

template <typename Undo>
void Journal::undo_to(const Mark& mark, Undo undo) {
  while (size_ > mark.position) {
    undo(static_cast<const OldBlock&>((*open_)[--size_ % kPerPiece]));
    if (size_ % kPerPiece == 0 && size_ > forgotten_) open_piece(size_ / kPerPiece - 1);
  }
  while (marks_.back().serial > mark.serial) marks_.pop_back();
  ++interval_;
}

}  // namespace heddle::native
