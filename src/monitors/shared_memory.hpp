// Determines which plain accesses are to shared memory: at least two threads touch it, and one of
// them writes.  It is learned during the executions, in cells of eight bytes.
//
// Accesses in a fixed order do not count.  Such are accesses of a thread before it created the
// thread that touches the cell next.  Such are also accesses of a thread that was joined since, and
// accesses to a heap block before it was freed.
//
// Learned cells become visible between two explorations (`adopt`): a scheduling point that appears
// in the middle of one would change the meaning of its schedules.  Not rolled back, except that the
// accesses to a freed block are known again where the block is not freed yet (`remember`).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "monitors/forgotten_cells.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class SharedMemory {
 public:
  // Whether memory counts as shared if one and the same mutex is held at every access.
  enum class Guarded : bool { counts, passes };
  constexpr explicit SharedMemory(Guarded guarded = Guarded::counts)
      : heeds_locks_(guarded == Guarded::passes) {}

  // Notes the access.  Returns whether it is to memory that is known to be shared.
  bool touch(const Thread& thread, std::uintptr_t address, std::size_t size, bool writes);

  // Same as touch, for a write to a whole heap block.  Only cells that were touched before count;
  // the others stay untouched.
  bool touch_again(const Thread& thread, std::uintptr_t address, std::size_t size);

  // Returns whether the memory is known to be shared, without noting an access.
  bool knows(std::uintptr_t address, std::size_t size) const;

  // Learns that the cell is shared, as found by another component.
  void learn(std::uintptr_t address);
  // Returns whether the cell is known to be shared, or will be at the next adoption.
  bool has_learned(std::uintptr_t address) const;

  // Forgets the accesses to memory that was freed: accesses after its next allocation are unrelated
  // to earlier ones.
  void forget(std::uintptr_t address, std::size_t size);

  // Returns how many cells this execution has forgotten.
  std::size_t forgotten() const { return forgotten_.size(); }
  // The execution returns to the state in which it had forgotten so many cells.
  void remember(std::size_t forgotten);
  // The accesses of all executions count, whatever they have freed.
  void remember_all();
  // Makes it final: what was forgotten so far is not remembered again.
  void forget_all() { forgotten_.clear(); }

  // Makes the learned cells visible.  Returns true if there were new ones: the exploration so far
  // omitted scheduling points and must be repeated.
  bool adopt();
  // Returns whether adopt would return true.
  bool has_news() const { return learned_; }
  // Returns how often adopt returned true.
  std::uint64_t adoptions() const { return adoptions_; }
  // Returns how often the visible cells may have changed.
  std::uint64_t changes() const { return changes_; }

  // Appends everything that was learned, as words for merge_all in another process.
  void append_to(std::vector<std::uint64_t>& words) const;
  // Replaces everything by the union of what several processes learned.  Its result does not depend
  // on the process.  An access in one process and one in another count as if one process had made
  // both.  Each part is the output of append_to; returns false if one is not.
  bool merge_all(std::span<const std::span<const std::uint64_t>> parts);

  // Returns the ranges that count as shared, in a form that is valid in another process: a replay
  // needs the same scheduling points.
  std::vector<std::string> ranges() const;
  void adopt_ranges(const std::vector<std::string>& ranges);
  // Same as adopt_ranges, but replaces all memory that counted before.
  void adopt_only(const std::vector<std::string>& ranges);

 private:
  static constexpr std::size_t kCell = 8;
  static constexpr std::size_t kCells = 512;                       // of a page
  static constexpr std::size_t kMostPages = std::size_t{1} << 18;  // 1 GiB that threads touch
  static constexpr std::size_t kPlaces = 2 * kMostPages;

  // The bits of a cell: the owning thread's index plus one, the flags below, and the number of
  // threads that the owner had created at its last access.
  using Cell = ForgottenCells::Cell;
  static constexpr Cell kThread = (1 << 11) - 1;
  static constexpr Cell kWritten = 1 << 11;
  static constexpr Cell kSeveral = 1 << 12;
  static constexpr Cell kShared = 1 << 13;
  static constexpr Cell kLearned = 1 << 14;
  static constexpr int kChildrenShift = 16;

  struct Page {
    std::uintptr_t number = 0;  // address / 4096
    Cell* cells = nullptr;
    ObjectId* guards = nullptr;  // by cell: the mutex held at every access; only if heeds_locks_
  };

  std::span<const Page> pages() const { return {pages_.data(), count_}; }
  // Returns the cell of an access if it is only one, was found before, and stays as it is.
  // Otherwise null.
  const Cell* unchanged_cell(const Thread& thread, std::uintptr_t address, std::size_t size,
                             bool writes) const;
  // The only mutex that the thread holds.  If there are several, held_sum identifies none of them.
  static ObjectId held_by(const Thread& thread) {
    return thread.held_count == 1 ? ObjectId{thread.held_sum} : kNoObject;
  }
  bool touch_cells(const Thread& thread, std::uintptr_t address, std::size_t size, bool writes);
  // There is no room: once that is adopted, all memory counts as shared.
  void overflow();
  Cell& cell_at(const ForgottenCells::Entry& entry) const;
  // Returns the table index of the page, or the one where it would be inserted.
  std::size_t place_of(std::uintptr_t page) const;
  // Returns null if the page is unknown.
  const Page* find(std::uintptr_t page) const;
  // Creates the page if necessary.  Returns null if there is no room.
  const Page* page_of(std::uintptr_t page);
  template <typename Act>
  void for_known_cells(std::uintptr_t address, std::size_t size, Act act);
  bool touch_cell(const Page& page, std::size_t cell, const Thread& thread, bool writes);
  static Cell touched(Cell cell, const Thread& thread, bool writes);
  void merge(std::uintptr_t number, Cell theirs, ObjectId guard);
  static Cell merged(Cell mine, Cell theirs);
  Page new_page(std::uintptr_t number);
  std::byte* new_bytes(std::size_t size);

  bool heeds_locks_;
  ForgottenCells forgotten_;
  // In the order of the first access; only the used part of either array is ever mapped.
  std::array<Page, kMostPages> pages_{};
  std::array<std::uint32_t, kPlaces> places_{};  // indices of pages plus one; 0: free
  std::byte* pool_ = nullptr;                    // zeros for new pages
  std::size_t pool_left_ = 0;
  std::size_t count_ = 0;
  // Indices of pages found before, by the last bits of their numbers.
  static constexpr std::size_t kRecent = 64;
  std::array<std::uint32_t, kRecent> recent_{};
  bool learned_ = false;  // a cell was learned since the last adopt
  std::uint64_t adoptions_ = 0;
  std::uint64_t changes_ = 0;
  bool overflows_ = false;   // there was no room for a page
  bool overflowed_ = false;  // too many pages: all memory counts as shared
};

struct SharedCells {
  SharedMemory memory{};
};
inline SharedMemory& shared_memory() { return static_part(runtime().shared_cells).memory; }

// Notes that the current thread frees a heap block, which counts as a write of the whole block.
// Afterwards the memory may belong to another block.
void note_shared_release(const void* block);

// Does the same for pages of a mapping.
void note_shared_pages(std::uintptr_t address, std::size_t size);

// Returns the memory where data races were found; the race watch fills it, not the accesses.
struct RacingCells {
  SharedMemory memory{};
};
inline SharedMemory& racing_memory() { return static_part(runtime().racing_cells).memory; }

}  // namespace heddle::native
