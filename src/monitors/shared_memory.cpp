#include "monitors/shared_memory.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "core/file_object.hpp"
#include "runtime/cpp_runtime.hpp"
#include "runtime/mapped_zeros.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

constexpr const char* kAllPages = "everything";
constexpr const char* kClockText = "clock";

// Upper bits: the caller takes as many as it has places.
std::size_t page_hash(std::uintptr_t page) { return (page * 0x9e3779b97f4a7c15ULL) >> 32; }

// An address as "base+offset", where the base is something that every process has.
std::string portable(std::uintptr_t address, const std::vector<LoadedModule>& modules) {
  char text[48];
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (address < modules[i].begin || address >= modules[i].end) continue;
    std::snprintf(text, sizeof text, "m%zu+%" PRIxPTR, i, address - modules[i].base);
    return text;
  }
  const auto main =
      reinterpret_cast<std::uintptr_t>(scheduler().control_blocks().pointer(kMainThread));
  if (is_clock(address)) return kClockText;
  if (address >= kWorldBase && address < kHeapEnd) {
    std::snprintf(text, sizeof text, "a+%" PRIxPTR, address);
  } else {
    std::snprintf(text, sizeof text, "t+%" PRIxPTR, address - main);
  }
  return text;
}

// The inverse; 0 when it means nothing here.
std::uintptr_t address_of_text(const std::string& text, const std::vector<LoadedModule>& modules) {
  if (text == kClockText) return static_cast<std::uintptr_t>(kClock);
  std::size_t module = 0;
  std::uintptr_t offset = 0;
  if (std::sscanf(text.c_str(), "m%zu+%" SCNxPTR, &module, &offset) == 2) {
    return module < modules.size() ? modules[module].base + offset : 0;
  }
  if (std::sscanf(text.c_str(), "a+%" SCNxPTR, &offset) == 1) return offset;
  if (std::sscanf(text.c_str(), "t+%" SCNxPTR, &offset) != 1) return 0;
  return reinterpret_cast<std::uintptr_t>(scheduler().control_blocks().pointer(kMainThread)) +
         offset;
}

// Whether the thread, or one that it joined, and so on, joined the other.
bool has_joined(ThreadId thread, ThreadId other) {
  for (ThreadId at = other; native::thread(at).life == Life::exited;) {
    at = native::thread(at).joined_by;
    if (at == thread) return true;
    if (at == kNoThread) return false;
  }
  return false;
}

// Whether what the thread did when it had created so many threads precedes all that the other one
// does: it had not created that thread, or an ancestor of it, yet.
bool precedes(ThreadId thread, std::uint32_t children, ThreadId other) {
  const ThreadPaths& paths = thread_paths();
  for (ThreadId at = other; at != kNoThread; at = paths.parent(at)) {
    if (paths.parent(at) == thread) return children <= paths.ordinal(at);
  }
  return false;
}

}  // namespace

std::byte* SharedMemory::new_bytes(std::size_t size) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  if (pool_left_ < size) {
    pool_ = mapped_zeros(kPiece);
    pool_left_ = kPiece;
  }
  pool_left_ -= size;
  return std::exchange(pool_, pool_ + size);
}

SharedMemory::Page SharedMemory::new_page(std::uintptr_t number) {
  auto* const cells = reinterpret_cast<Cell*>(new_bytes(kCells * sizeof(Cell)));
  if (!heeds_locks_) return {number, cells, nullptr};
  return {number, cells, reinterpret_cast<ObjectId*>(new_bytes(kCells * sizeof(ObjectId)))};
}

std::size_t SharedMemory::place_of(std::uintptr_t page) const {
  std::size_t at = page_hash(page) % kPlaces;
  while (places_[at] != 0 && pages_[places_[at] - 1].number != page) at = (at + 1) % kPlaces;
  return at;
}

const SharedMemory::Page* SharedMemory::find(std::uintptr_t page) const {
  const std::uint32_t name = places_[place_of(page)];
  return name == 0 ? nullptr : &pages_[name - 1];
}

const SharedMemory::Page* SharedMemory::page_of(std::uintptr_t page) {
  std::uint32_t& recent = recent_[page % kRecent];
  if (count_ > 0 && pages_[recent].number == page) return &pages_[recent];
  std::uint32_t& name = places_[place_of(page)];
  if (name == 0) {
    if (count_ == kMostPages) {
      overflow();
      return nullptr;
    }
    pages_[count_] = new_page(page);
    name = static_cast<std::uint32_t>(++count_);
  }
  recent = name - 1;
  return &pages_[recent];
}

// Returns the cell after an access.  The accesses of all executions are noted in the same cells.
// So the information about an earlier access must stay true whatever is executed afterwards.
SharedMemory::Cell SharedMemory::touched(Cell cell, const Thread& thread, bool writes) {
  const auto self = static_cast<Cell>(index(thread.id) + 1);
  const Cell owner = cell & kThread;
  auto children = static_cast<Cell>(thread.children);
  if (owner == self) {
    children = std::max(children, cell >> kChildrenShift);
  } else if (owner != 0) {
    // A cell passes without a conflict from a creator to a thread that it created afterwards.
    const bool passes = owner == index(thread.creator) + 1U && (cell & kSeveral) == 0 &&
                        (cell >> kChildrenShift) <= thread.ordinal;
    // The owner may be of an earlier execution, and not exist yet in this one.
    const ThreadId other = thread_id(owner - 1);
    const bool is_ordered = (cell & kSeveral) == 0 &&
                            (has_joined(thread.id, other) || precedes(thread.id, children, other));
    if (!passes) return cell | (is_ordered ? 0 : kSeveral) | (writes ? kWritten : 0);
  }
  const Cell flags = cell & ((1 << kChildrenShift) - 1) & ~kThread;
  return flags | self | (writes ? kWritten : 0) | (children << kChildrenShift);
}

// Calls `act` with the page and the index of each cell of the memory.  Skips pages that no thread
// has touched.
template <typename Act>
void SharedMemory::for_known_cells(std::uintptr_t address, std::size_t size, Act act) {
  if (size == 0) return;
  const std::uintptr_t first = address / kCell;
  const std::uintptr_t last = (address + size - 1) / kCell;
  for (std::uintptr_t page = first / kCells; page <= last / kCells; ++page) {
    const Page* const known = find(page);
    if (known == nullptr) continue;
    const std::uintptr_t begin = page * kCells;
    const std::uintptr_t from = std::max(first, begin) - begin;
    const std::uintptr_t to = std::min(last - begin, std::uintptr_t{kCells - 1});
    for (std::uintptr_t i = from; i <= to; ++i) act(*known, i);
  }
}

// Returns whether the cell is known to be shared.
inline bool SharedMemory::touch_cell(const Page& page, std::size_t number, const Thread& thread,
                                     bool writes) {
  Cell& cell = page.cells[number];
  Cell now = touched(cell, thread, writes);
  bool is_guarded = false;
  if (heeds_locks_) {
    const ObjectId held = held_by(thread);
    ObjectId& guard = page.guards[number];
    if (cell == 0) {
      guard = held;
    } else if (guard != held) {
      guard = kNoObject;
    }
    is_guarded = guard != kNoObject;
  }
  if ((now & (kWritten | kSeveral | kShared)) == (kWritten | kSeveral) && !is_guarded &&
      !is_data_of_cpp_runtime((page.number * kCells + number) * kCell)) {
    now |= kLearned;
    learned_ = true;
  }
  if (now != cell) cell = now;
  return (now & kShared) != 0;
}

inline const SharedMemory::Cell* SharedMemory::unchanged_cell(const Thread& thread,
                                                              std::uintptr_t address,
                                                              std::size_t size, bool writes) const {
  const std::uintptr_t number = address / kCell;
  const Page& page = pages_[recent_[number / kCells % kRecent]];
  if (page.number != number / kCells || page.cells == nullptr || overflowed_) return nullptr;
  if (address % kCell + size > kCell || size == 0) return nullptr;
  const Cell cell = page.cells[number % kCells];
  if (writes && (cell & kWritten) == 0) return nullptr;
  constexpr Cell kConflict = kWritten | kSeveral;
  if ((cell & (kConflict | kShared)) == kConflict) return nullptr;  // to be learned
  const bool is_own = (cell & kThread) == index(thread.id) + 1U;
  const bool stays = is_own ? cell >> kChildrenShift >= thread.children : (cell & kSeveral) != 0;
  if (!stays || (heeds_locks_ && page.guards[number % kCells] != held_by(thread))) return nullptr;
  return &page.cells[number % kCells];
}

// Not inlined: the rare path must not enlarge the frame of callbacks.
[[gnu::noinline]] bool SharedMemory::touch(const Thread& thread, std::uintptr_t address,
                                           std::size_t size, bool writes) {
  const Cell* const cell = unchanged_cell(thread, address, size, writes);
  return cell != nullptr ? (*cell & kShared) != 0 : touch_cells(thread, address, size, writes);
}

[[gnu::noinline]] bool SharedMemory::touch_cells(const Thread& thread, std::uintptr_t address,
                                                 std::size_t size, bool writes) {
  static_assert(kMaxThreads <= kThread);
  flags().dirtied_stack = true;
  if (overflowed_) return true;
  bool shared = false;
  const std::uintptr_t last = (address + (size == 0 ? 0 : size - 1)) / kCell;
  for (std::uintptr_t number = address / kCell; number <= last; ++number) {
    const Page* const page = page_of(number / kCells);
    if (page == nullptr) continue;  // no scheduling point before what was learned counts
    shared |= touch_cell(*page, number % kCells, thread, writes);
  }
  return shared;
}

bool SharedMemory::touch_again(const Thread& thread, std::uintptr_t address, std::size_t size) {
  if (overflowed_) return true;
  bool shared = false;
  for_known_cells(address, size, [&](const Page& page, std::size_t cell) {
    if (page.cells[cell] != 0) shared |= touch_cell(page, cell, thread, true);
  });
  return shared;
}

bool SharedMemory::knows(std::uintptr_t address, std::size_t size) const {
  if (overflowed_) return true;
  if (count_ == 0) return false;
  const std::uintptr_t last = (address + (size == 0 ? 0 : size - 1)) / kCell;
  for (std::uintptr_t number = address / kCell; number <= last; ++number) {
    const Page* const page = find(number / kCells);
    if (page != nullptr && (page->cells[number % kCells] & kShared) != 0) return true;
  }
  return false;
}

void SharedMemory::learn(std::uintptr_t address) {
  const Page* const page = page_of(address / kCell / kCells);
  if (page == nullptr) return;
  Cell& cell = page->cells[address / kCell % kCells];
  if ((cell & kShared) != 0) return;
  cell |= kLearned;
  learned_ = true;
}

bool SharedMemory::has_learned(std::uintptr_t address) const {
  const Page* const page = find(address / kCell / kCells);
  return page != nullptr && (page->cells[address / kCell % kCells] & (kShared | kLearned)) != 0;
}

void SharedMemory::forget(std::uintptr_t address, std::size_t size) {
  if (overflowed_) return;
  for_known_cells(address, size, [this](const Page& page, std::size_t number) {
    Cell& cell = page.cells[number];
    if ((cell & ~(kShared | kLearned)) == 0) return;
    if (!forgotten_.push({page.number * kCells + number, cell})) return overflow();
    cell &= kShared | kLearned;
  });
}

SharedMemory::Cell& SharedMemory::cell_at(const ForgottenCells::Entry& entry) const {
  return find(entry.number / kCells)->cells[entry.number % kCells];
}

void SharedMemory::remember(std::size_t forgotten) {
  while (forgotten_.size() > forgotten) {
    const ForgottenCells::Entry entry = forgotten_.pop();
    Cell& cell = cell_at(entry);
    // Accesses since then were to other blocks, which do not exist yet.
    cell = (cell & (kShared | kLearned)) | entry.cell;
    if ((cell & kShared) != 0) cell &= ~kLearned;
  }
}

void SharedMemory::remember_all() {
  while (forgotten_.size() > 0) {
    const ForgottenCells::Entry entry = forgotten_.pop();
    merge(entry.number, entry.cell, kNoObject);
  }
}

void SharedMemory::overflow() {
  learned_ |= !overflows_;
  overflows_ = true;
}

bool SharedMemory::adopt() {
  if (!learned_) return false;
  learned_ = false;
  ++adoptions_;
  ++changes_;
  overflowed_ = overflows_;
  for (const Page& page : pages()) {
    for (std::size_t i = 0; i < kCells; ++i) {
      if ((page.cells[i] & kLearned) == 0) continue;
      page.cells[i] = (page.cells[i] & ~kLearned) | kShared;
    }
  }
  return true;
}

void SharedMemory::append_to(std::vector<std::uint64_t>& words) const {
  words.push_back((overflows_ ? 1U : 0U) | (overflowed_ ? 2U : 0U));
  const std::size_t count_at = words.size();
  words.push_back(0);
  for (const Page& page : pages()) {
    for (std::size_t i = 0; i < kCells; ++i) {
      if (page.cells[i] == 0) continue;
      words.push_back(page.number * kCells + i);
      words.push_back(page.cells[i]);
      words.push_back(heeds_locks_ ? static_cast<std::uint64_t>(page.guards[i]) : 0);
    }
  }
  words[count_at] = (words.size() - count_at - 1) / 3;
}

// Cells as if the threads' accesses had been in one process.  A cell passes from a creator to a
// thread that it created afterwards.  Whether a thread had been joined is not known here.
SharedMemory::Cell SharedMemory::merged(Cell mine, Cell theirs) {
  constexpr Cell kFlags = kWritten | kSeveral | kShared | kLearned;
  const Cell flags = (mine | theirs) & kFlags;
  const Cell a = mine & kThread;
  const Cell b = theirs & kThread;
  const auto passes = [](Cell earlier, Cell later) {
    return (earlier & kSeveral) == 0 &&
           precedes(thread_id((earlier & kThread) - 1U), earlier >> kChildrenShift,
                    thread_id((later & kThread) - 1U));
  };
  if (a == 0 || b == 0) return flags | (a == 0 ? theirs & ~kFlags : mine & ~kFlags);
  if (a == b) {
    return flags | a | std::max(mine >> kChildrenShift, theirs >> kChildrenShift) << kChildrenShift;
  }
  if (passes(mine, theirs)) return flags | (theirs & ~kFlags);
  if (passes(theirs, mine)) return flags | (mine & ~kFlags);
  return flags | kSeveral | (mine & ~kFlags);
}

void SharedMemory::merge(std::uintptr_t number, Cell theirs, ObjectId their_guard) {
  const Page* const page = page_of(number / kCells);
  if (page == nullptr) return;
  Cell& cell = page->cells[number % kCells];
  bool is_guarded = false;
  if (heeds_locks_) {
    ObjectId& guard = page->guards[number % kCells];
    guard = cell == 0 || guard == their_guard ? their_guard : kNoObject;
    is_guarded = guard != kNoObject;
  }
  cell = merged(cell, theirs);
  if ((cell & (kWritten | kSeveral | kShared)) == (kWritten | kSeveral) && !is_guarded &&
      !is_data_of_cpp_runtime(number * kCell)) {
    cell |= kLearned;
  }
  if ((cell & kShared) != 0) cell &= ~kLearned;
  learned_ |= (cell & kLearned) != 0;
}

bool SharedMemory::merge_all(std::span<const std::span<const std::uint64_t>> parts) {
  learned_ = false;
  ++changes_;
  for (const Page& page : pages()) {
    std::fill(page.cells, page.cells + kCells, 0);
    if (heeds_locks_) std::fill(page.guards, page.guards + kCells, kNoObject);
  }
  for (const std::span<const std::uint64_t> part : parts) {
    if (part.size() < 2 || part[1] > (part.size() - 2) / 3) return false;
    overflows_ |= (part[0] & 1U) != 0;
    overflowed_ |= (part[0] & 2U) != 0;
    for (std::size_t i = 0; i < part[1]; ++i) {
      const std::uint64_t* const cell = part.data() + 2 + 3 * i;
      merge(cell[0], static_cast<Cell>(cell[1]), ObjectId{cell[2]});
    }
  }
  learned_ |= overflows_ && !overflowed_;
  return true;
}

std::vector<std::string> SharedMemory::ranges() const {
  if (overflowed_) return {kAllPages};
  std::vector<std::uintptr_t> cells;
  for (const Page& page : pages()) {
    for (std::size_t i = 0; i < kCells; ++i) {
      if ((page.cells[i] & kShared) != 0) cells.push_back(page.number * kCells + i);
    }
  }
  std::sort(cells.begin(), cells.end());
  const std::vector<LoadedModule> modules = loaded_modules();
  std::vector<std::string> texts;
  for (std::size_t first = 0; first < cells.size();) {
    std::size_t end = first + 1;
    while (end < cells.size() && cells[end] == cells[first] + (end - first)) ++end;
    texts.push_back(portable(cells[first] * kCell, modules) + ' ' + std::to_string(end - first));
    first = end;
  }
  return texts;
}

void SharedMemory::adopt_ranges(const std::vector<std::string>& ranges) {
  ++changes_;
  const std::vector<LoadedModule> modules = loaded_modules();
  for (const std::string& text : ranges) {
    if (text == kAllPages) {
      overflows_ = overflowed_ = true;
      return;
    }
    const std::size_t space = text.find(' ');
    if (space == std::string::npos) continue;
    const std::uintptr_t first = address_of_text(text.substr(0, space), modules) / kCell;
    const std::uintptr_t count = std::strtoull(text.c_str() + space, nullptr, 10);
    for (std::uintptr_t number = first; first != 0 && number < first + count; ++number) {
      const Page* const page = page_of(number / kCells);
      if (page != nullptr) page->cells[number % kCells] |= kShared;
    }
  }
}

void SharedMemory::adopt_only(const std::vector<std::string>& ranges) {
  overflowed_ = false;
  for (const Page& page : pages_) {
    for (std::size_t i = 0; page.number != 0 && i < kCells; ++i) page.cells[i] &= ~kShared;
  }
  adopt_ranges(ranges);
}

void note_shared_release(const void* block) {
  note_shared_pages(reinterpret_cast<std::uintptr_t>(block), heap().size_of(block));
}

void note_shared_pages(std::uintptr_t address, std::size_t size) {
  // Executions may begin after this, and would not forget what others know.
  if (world().threads_seen == 1) return;
  // Cells that were never touched would be forgotten at once: a large block costs what was used.
  if (size > 0 && !is_alone()) shared_memory().touch_again(current_thread(), address, size);
  shared_memory().forget(address, size);
}

}  // namespace heddle::native
