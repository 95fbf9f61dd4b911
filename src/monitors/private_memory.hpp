// Determines which plain accesses need no scheduling point because the memory is private to the
// thread.  Private memory is its stack and its thread_local variables, as long as no other thread
// touches them.  Accesses by other threads are learned during the executions.  They become visible
// only between two explorations (`adopt`): a scheduling point that appears in the middle of one
// would change the meaning of its schedules.  Not rolled back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

class PrivateMemory {
 public:
  // Returns whether the access is to the thread's own memory that no other thread is known to
  // touch.  Learns from an access to another thread's memory.
  bool owns(ThreadId thread, std::uintptr_t address, std::size_t size);

  // Makes the learned cells visible.  Returns true if there were new ones: the exploration so far
  // omitted scheduling points and must be repeated.
  bool adopt();
  // Returns how often adopt returned true.
  std::uint64_t adoptions() const { return adoptions_; }
  // Returns how often the visible cells may have changed.
  std::uint64_t changes() const { return changes_; }

  // Appends everything that was learned, as words for merge_all in another process.
  void append_to(std::vector<std::uint64_t>& words) const;
  // Adds what several processes learned.  Each part is the output of append_to; returns false if
  // one is not.
  bool merge_all(std::span<const std::span<const std::uint64_t>> parts);

  // Returns the cells that count as shared, in a form that is valid in another process: a replay
  // needs the same scheduling points.
  std::vector<std::string> shared_cells() const;
  void adopt_cells(const std::vector<std::string>& cells);
  // Same as adopt_cells, but replaces all cells that counted before.
  void adopt_only(const std::vector<std::string>& cells);

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;
  static constexpr std::size_t kCell = 8;

  struct Cells {
    std::array<std::uintptr_t, kSlots> slots{};
    std::size_t size = 0;
    bool contains(std::uintptr_t cell) const;
    bool insert(std::uintptr_t cell);  // true if it was new and there was room
  };

  Cells shared_;
  Cells learned_;
  std::uint64_t adoptions_ = 0;
  std::uint64_t changes_ = 0;
  bool overflowed_ = false;  // too many cells: no memory counts as private
};

inline PrivateMemory& private_memory() { return static_part(runtime().private_memory); }

}  // namespace heddle::native
