#include "monitors/private_memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "runtime/memory_layout.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

constexpr std::uintptr_t kControlBlockEnd = kControlBlockBase + kMaxThreads * kControlBlockStride;
constexpr std::uintptr_t kStackEnd = kStackBase + kMaxThreads * kStackStride;

std::uintptr_t main_block() {
  return reinterpret_cast<std::uintptr_t>(scheduler().control_blocks().pointer(kMainThread));
}

// Whose stack or thread_local variable the address is; kNoThread for anything else.
ThreadId owner_of(std::uintptr_t address) {
  if (address >= kStackBase && address < kStackEnd)
    return thread_id((address - kStackBase) / kStackStride);
  if (address >= kControlBlockBase && address < kControlBlockEnd) {
    return thread_id((address - kControlBlockBase) / kControlBlockStride);
  }
  // The main thread keeps the control block that the system gave it.
  const ControlBlocks& blocks = scheduler().control_blocks();
  const std::uintptr_t begin = main_block() + static_cast<std::uintptr_t>(blocks.extent().begin);
  if (address - begin < blocks.extent().size()) return kMainThread;
  return kNoThread;
}

// Stands for all cells, when there are too many to list.
constexpr const char* kAllCells = "everything";

std::size_t cell_hash(std::uintptr_t cell) { return (cell * 0x9e3779b97f4a7c15ULL) >> 48; }

}  // namespace

bool PrivateMemory::Cells::contains(std::uintptr_t cell) const {
  for (std::size_t at = cell_hash(cell);; at = (at + 1) % kSlots) {
    if (slots[at] == cell) return true;
    if (slots[at] == 0) return false;
  }
}

bool PrivateMemory::Cells::insert(std::uintptr_t cell) {
  for (std::size_t at = cell_hash(cell);; at = (at + 1) % kSlots) {
    if (slots[at] == cell) return false;
    if (slots[at] != 0) continue;
    slots[at] = cell;
    ++size;
    return true;
  }
}

bool PrivateMemory::owns(ThreadId thread, std::uintptr_t address, std::size_t size) {
  const ThreadId owner = owner_of(address);
  if (owner == kNoThread) return false;
  const std::uintptr_t first = address / kCell;
  const std::uintptr_t last = (address + (size == 0 ? 0 : size - 1)) / kCell;
  if (owner == thread) {
    if (overflowed_) return false;
    for (std::uintptr_t cell = first; cell <= last; ++cell) {
      if (shared_.size > 0 && shared_.contains(cell)) return false;
    }
    return true;
  }
  for (std::uintptr_t cell = first; cell <= last && !overflowed_; ++cell) {
    if (learned_.size >= kSlots / 2) break;
    if (!shared_.contains(cell)) learned_.insert(cell);
  }
  return false;
}

bool PrivateMemory::adopt() {
  const bool news = learned_.size > 0;
  adoptions_ += news ? 1 : 0;
  changes_ += news ? 1 : 0;
  for (const std::uintptr_t cell : learned_.slots) {
    if (cell == 0) continue;
    if (shared_.size >= kSlots / 2) {
      overflowed_ = true;
      break;
    }
    shared_.insert(cell);
  }
  if (news) learned_ = {};
  return news;
}

void PrivateMemory::append_to(std::vector<std::uint64_t>& words) const {
  words.push_back(overflowed_ ? 1 : 0);
  for (const Cells* cells : {&shared_, &learned_}) {
    words.push_back(cells->size);
    std::copy_if(cells->slots.begin(), cells->slots.end(), std::back_inserter(words),
                 [](std::uintptr_t cell) { return cell != 0; });
  }
}

bool PrivateMemory::merge_all(std::span<const std::span<const std::uint64_t>> parts) {
  ++changes_;
  // First the shared cells of all, which are not news.
  for (const bool news : {false, true}) {
    for (std::span<const std::uint64_t> part : parts) {
      if (part.size() < 3 || part[1] > part.size() - 3) return false;
      const std::size_t shared = part[1];
      const std::size_t learned = part[2 + shared];
      if (learned > part.size() - 3 - shared) return false;
      overflowed_ |= part[0] != 0;
      const auto cells = news ? part.subspan(3 + shared, learned) : part.subspan(2, shared);
      for (const std::uintptr_t cell : cells) {
        Cells& into = news ? learned_ : shared_;
        if (into.size >= kSlots / 2) {
          overflowed_ |= !news;
        } else if (!news || !shared_.contains(cell)) {
          into.insert(cell);
        }
      }
    }
  }
  return true;
}

// Stacks and lent control blocks are at fixed addresses; the main thread's control block is not.
std::vector<std::string> PrivateMemory::shared_cells() const {
  if (overflowed_) return {kAllCells};
  std::vector<std::string> texts;
  const std::uintptr_t main = main_block();
  for (const std::uintptr_t cell : shared_.slots) {
    if (cell == 0) continue;
    const std::uintptr_t address = cell * kCell;
    const bool is_fixed = address >= kControlBlockBase && address < kStackEnd;
    char text[32];
    if (is_fixed) {
      std::snprintf(text, sizeof text, "%lx", static_cast<unsigned long>(address));
    } else {
      std::snprintf(text, sizeof text, "main%+ld", static_cast<long>(address - main));
    }
    texts.emplace_back(text);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

void PrivateMemory::adopt_cells(const std::vector<std::string>& cells) {
  ++changes_;
  for (const std::string& text : cells) {
    if (text == kAllCells) {
      overflowed_ = true;
      continue;
    }
    const bool relative = text.starts_with("main");
    const std::uintptr_t address =
        relative
            ? main_block() + static_cast<std::uintptr_t>(std::strtol(text.c_str() + 4, nullptr, 10))
            : std::strtoul(text.c_str(), nullptr, 16);
    if (shared_.size < kSlots / 2) shared_.insert(address / kCell);
  }
}

void PrivateMemory::adopt_only(const std::vector<std::string>& cells) {
  overflowed_ = false;
  shared_ = {};
  adopt_cells(cells);
}

}  // namespace heddle::native
