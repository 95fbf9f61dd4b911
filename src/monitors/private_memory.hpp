// Which plain accesses need no scheduling point because the memory is the thread's own: its stack
// and its thread_local variables, as long as no other thread touches them.  What others touch is
// learned as the program runs; it becomes visible only between two explorations (`adopt`), since a
// scheduling point that appears in the middle of one would make its schedules mean something else.
// Not rolled back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

class PrivateMemory {
 public:
  // Whether the access is to memory of the thread's own that nobody else is known to touch.  Learns
  // from an access to somebody else's.
  bool owns(ThreadId thread, std::uintptr_t address, std::size_t size);

  // Makes what was learned count.  True when there was something new: what was explored so far left
  // out scheduling points, and must be explored again.
  bool adopt();

  // The cells that count as shared, in a form that means the same in another process: a replay
  // needs the same scheduling points.
  std::vector<std::string> shared_cells() const;
  void adopt_cells(const std::vector<std::string>& cells);
  // The same, and no others count any more.
  void adopt_only(const std::vector<std::string>& cells);

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;
  static constexpr std::size_t kCell = 8;

  struct Cells {
    std::array<std::uintptr_t, kSlots> slots{};
    std::size_t size = 0;
    bool contains(std::uintptr_t cell) const;
    bool insert(std::uintptr_t cell);  // true when it was not there and there was room
  };

  Cells shared_;
  Cells learned_;
  bool overflowed_ = false;  // too many cells to tell apart: nothing is private any more
};

PrivateMemory& private_memory();

}  // namespace heddle::native
