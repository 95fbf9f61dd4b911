// The cells of shared memory that an execution has forgotten, with what was known about them.  An
// execution that returns to an earlier state needs them again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::native {

class ForgottenCells {
 public:
  using Cell = std::uint32_t;

  struct Entry {
    std::uintptr_t number = 0;  // of the cell
    Cell cell = 0;
  };

  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }

  // Called on fibers, where the runtime must not use an allocator.  Returns false if there is no
  // room.
  bool push(const Entry& entry);
  // Removes the newest entry.  REQUIRES: there is one.
  Entry pop();

 private:
  static constexpr std::size_t kPiece = 65536;
  static constexpr std::size_t kMostPieces = 1024;

  std::array<Entry*, kMostPieces> pieces_{};  // null: not used yet
  std::size_t size_ = 0;
};

}  // namespace heddle::native
