// Remembers the thread that accessed a word last, and which bytes it has read and written since its
// clock changed last.  To check such an access again finds nothing new.
//
// A cache: it may forget any access at any time.  REQUIRES: every access is passed to `replace`,
// or its memory to `forget`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/ids.hpp"

namespace heddle::races {

class RecentAccesses {
 public:
  static constexpr std::size_t kWord = 8;

  RecentAccesses() = default;
  // A copy is empty, and an assignment empties: what was accessed depends on the execution.
  RecentAccesses(const RecentAccesses&) {}
  RecentAccesses& operator=(const RecentAccesses&) {
    forget_all();
    return *this;
  }

  void forget_all() {
    if (++generation_ <= kLastGeneration) return;
    generation_ = 1;
    entries_.reset();
  }

  bool is_allocated() const { return entries_ != nullptr; }

  // Whether the thread has accessed all these bytes in the same way, at the same clock.
  bool contains(ThreadId thread, std::uint32_t clock, std::uintptr_t address, std::size_t size,
                bool writes) const {
    const std::size_t first = address % kWord;
    if (entries_ == nullptr || first + size > kWord) return false;
    const Entry& entry = entries_[place_of(address / kWord)];
    const std::uint8_t bytes = bytes_of(first, size);
    return entry.tag == tag_of(address / kWord) && entry.clock == clock && entry.thread == thread &&
           (entry.bytes[writes] & bytes) == bytes;
  }

  // Remembers the access instead of those by others.  REQUIRES: memory may be allocated, or is.
  void replace(ThreadId thread, std::uint32_t clock, std::uintptr_t address, std::size_t size,
               bool writes) {
    const std::size_t first = address % kWord;
    if (first + size > kWord) return forget(address, size);
    if (entries_ == nullptr) {
      entries_.reset(static_cast<Entry*>(std::calloc(kEntries, sizeof(Entry))));
      if (entries_ == nullptr) return;
    }
    Entry& entry = entries_[place_of(address / kWord)];
    const std::uint64_t tag = tag_of(address / kWord);
    if (entry.tag != tag || entry.clock != clock || entry.thread != thread) {
      entry = {tag, clock, thread, {}};
    }
    entry.bytes[writes] |= bytes_of(first, size);
  }

  void forget(std::uintptr_t address, std::size_t size) {
    if (entries_ == nullptr || size == 0) return;
    const std::uintptr_t words = (address + size - 1) / kWord - address / kWord + 1;
    if (words > kEntries) return forget_all();
    for (std::uintptr_t i = 0; i < words; ++i) entries_[place_of(address / kWord + i)].tag = 0;
  }

 private:
  // One word; the entry of a thread replaces that of another.
  struct Entry {
    std::uint64_t tag;  // the word and the generation; 0: free
    std::uint32_t clock;
    ThreadId thread;
    std::uint8_t bytes[2];  // as bits: read, written
  };
  struct Free {
    void operator()(Entry* entries) const { std::free(entries); }
  };

  static constexpr std::size_t kEntries = std::size_t{1} << 16;
  static constexpr int kGenerationBits = 19;  // an address has 48 bits
  static constexpr std::uint64_t kLastGeneration = (1U << kGenerationBits) - 1;

  static std::size_t place_of(std::uintptr_t word) { return word % kEntries; }
  static std::uint8_t bytes_of(std::size_t first, std::size_t size) {
    return static_cast<std::uint8_t>(((1U << size) - 1U) << first);
  }
  std::uint64_t tag_of(std::uintptr_t word) const { return word << kGenerationBits | generation_; }

  std::unique_ptr<Entry[], Free> entries_;  // from calloc: untouched pages cost nothing
  std::uint64_t generation_ = 1;
};

}  // namespace heddle::races
