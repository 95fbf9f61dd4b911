// The parts of a state that a function of a model reads and writes.  The instrumentation of the
// model's code reports its accesses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::model {

// Sets of cells, one bit for each.  A state of at most kCells bytes has one cell per byte; the
// cells of a larger one are wider.
struct Cells {
  static constexpr std::size_t kCells = 63;
  // Stands for all that the invariants read.
  static constexpr std::uint64_t kVisible = std::uint64_t{1} << kCells;

  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

class Footprint {
 public:
  // Records accesses to a state of `size` bytes.
  explicit Footprint(std::size_t size)
      : size_(size), width_((size + Cells::kCells - 1) / Cells::kCells) {}

  // Records during its lifetime the accesses to the state that begins at `state`.
  class Recording {
   public:
    Recording(Footprint& footprint, const void* state);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
  };

  void clear() { cells_ = {}; }
  const Cells& cells() const { return cells_; }

  // Returns the cells of the bytes from `first` on.
  std::uint64_t cells_of(std::size_t first, std::size_t count) const;
  // Returns the cells in which two states of that size differ.
  std::uint64_t difference(const std::byte* a, const std::byte* b) const;

  void note(std::uintptr_t address, std::size_t size, bool writes);

 private:
  std::size_t size_;
  std::size_t width_;
  std::uintptr_t begin_ = 0;
  Cells cells_;
};

// Reports an access by a model's code.  Does nothing while nothing is recorded.
void note_access(const void* address, std::size_t size, bool writes);

}  // namespace heddle::model
