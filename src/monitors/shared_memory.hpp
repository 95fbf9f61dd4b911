// Which plain accesses are to memory that threads share: touched by at least two of them, written
// by one.  Learned as the program runs, in cells of eight bytes.  Accesses that are always in the
// same order do not count: what a thread did before it created the one that touches the cell next,
// what a thread did that was joined since, and what was done to a block of the heap before it was
// freed.  What was learned becomes visible between two explorations (`adopt`), since a scheduling
// point that appears in the middle of one would make its schedules mean something else.  Not rolled
// back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class SharedMemory {
 public:
  // Whether memory counts as shared that was never touched without one and the same mutex held.
  enum class Guarded : bool { counts, passes };
  constexpr explicit SharedMemory(Guarded guarded = Guarded::counts)
      : heeds_locks_(guarded == Guarded::passes) {}

  // Notes the access; whether it is to memory that is known to be shared.
  bool touch(const Thread& thread, std::uintptr_t address, std::size_t size, bool writes);

  // The same for a write to all of a block, where it counts: what nobody touched stays untouched.
  bool touch_again(const Thread& thread, std::uintptr_t address, std::size_t size);

  // Whether it is to memory that is known to be shared; without noting anything.
  bool knows(std::uintptr_t address, std::size_t size) const;

  // The cell is shared: somebody else found out.
  void learn(std::uintptr_t address);

  // The memory was given back: who touches it next has nothing to do with who did before.
  void forget(std::uintptr_t address, std::size_t size);

  // Makes what was learned count.  True when there was something new: what was explored so far left
  // out scheduling points, and must be explored again.
  bool adopt();
  // Whether it would.
  bool has_news() const { return learned_; }

  // The ranges that count as shared, in a form that means the same in another process: a replay
  // needs the same scheduling points.
  std::vector<std::string> ranges() const;
  void adopt_ranges(const std::vector<std::string>& ranges);
  // The same, and no other memory counts any more.
  void adopt_only(const std::vector<std::string>& ranges);

 private:
  static constexpr std::size_t kCell = 8;
  static constexpr std::size_t kCells = 512;                       // of a page
  static constexpr std::size_t kMostPages = std::size_t{1} << 18;  // 1 GiB that threads touch
  static constexpr std::size_t kPlaces = 2 * kMostPages;

  // Whose the cell is, plus one; how many threads he had created when he last touched it; and
  // these.
  using Cell = std::uint32_t;
  static constexpr Cell kThread = (1 << 11) - 1;
  static constexpr Cell kWritten = 1 << 11;
  static constexpr Cell kSeveral = 1 << 12;
  static constexpr Cell kShared = 1 << 13;
  static constexpr Cell kLearned = 1 << 14;
  static constexpr int kChildrenShift = 16;

  struct Page {
    std::uintptr_t number = 0;  // address / 4096
    Cell* cells = nullptr;
    ObjectId* guards =
        nullptr;  // the mutex that all hold who touch the cell; only where it matters
  };

  std::span<const Page> pages() const { return {pages_.data(), count_}; }
  // Where the table refers to the page, or would.
  std::size_t place_of(std::uintptr_t page) const;
  // Null when it is not known.
  const Page* find(std::uintptr_t page) const;
  // Made if need be; null when there is no room for another one.
  const Page* page_of(std::uintptr_t page);
  template <typename Act>
  void for_known_cells(std::uintptr_t address, std::size_t size, Act act);
  bool touch_cell(const Page& page, std::size_t cell, const Thread& thread, bool writes);
  static Cell touched(Cell cell, const Thread& thread, bool writes);
  Page new_page(std::uintptr_t number);
  std::byte* new_bytes(std::size_t size);

  bool heeds_locks_;
  // In the order in which they were touched first; only what is used of either is ever mapped.
  std::array<Page, kMostPages> pages_{};
  std::array<std::uint32_t, kPlaces> places_{};  // indices of pages plus one; 0: free
  std::byte* pool_ = nullptr;                    // zeros for new pages
  std::size_t pool_left_ = 0;
  std::size_t count_ = 0;
  std::size_t last_ = 0;     // the page found last
  bool learned_ = false;     // some cell was, since the last adopt
  bool overflows_ = false;   // there was no room for a page
  bool overflowed_ = false;  // too much memory to tell apart: everything counts as shared
};

SharedMemory& shared_memory();

// Where data races were found: not by who touches it, but by the race watch.
SharedMemory& racing_memory();

}  // namespace heddle::native
