// Layout of the memory that the workers of a split search share.  Zeros are a valid beginning.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/search_coverage.hpp"
#include "search/engine/tally.hpp"
#include "search/split/mail.hpp"
#include "search/split/rank_link.hpp"

namespace heddle::search {

// The result of one worker in one pass, for the others.
struct SplitReport {
  static constexpr std::size_t kMostBounds = 4;

  Tally tally;
  SearchEnd end = SearchEnd::exhausted;
  // Executions whose data races were checked in this search, and others.
  std::uint64_t watched = 0;
  std::uint64_t unwatched = 0;
  bool dropped_accesses = false;                       // races may have been missed
  std::uint64_t cycles = 0;                            // that may exist, see CycleCheck
  std::array<std::uint64_t, kMostBounds> pruned = {};  // by bound
};

// The part of the memory that one worker owns.
struct alignas(64) SplitSlot {
  // The state of the mail that this worker receives.
  enum Mail : std::uint32_t { none, wanted, being_written, full };

  std::atomic<std::uint32_t> mail;
  std::uint32_t mail_words;
  std::atomic<std::uint64_t> states;  // that it added to the visited set
  SplitReport report;
  std::uint64_t facts;         // number of words
  std::uint64_t facts_shared;  // how often they were written
};

struct SplitHeader {
  static constexpr std::size_t kMostThreads = 1024;

  std::atomic<std::uint32_t> idle;     // workers without a branch
  std::atomic<std::uint32_t> ended;    // the pass is over: exhausted, or stopped by a worker
  std::atomic<std::uint32_t> stopped;  // a worker wants an end of the pass
  std::atomic<std::uint32_t> broken;   // a worker has left the search: it cannot be finished
  std::atomic<std::uint32_t> arrived;  // at the meeting
  std::atomic<std::uint32_t> meetings;
  alignas(64) std::atomic<std::uint64_t> executions;  // granted of the budget
  alignas(64) std::atomic<std::uint64_t> states;
  // Creation paths of the program's threads, by id: (parent << 16 | ordinal) + 1; 0: not used.
  alignas(64) std::array<std::atomic<std::uint64_t>, kMostThreads> threads;
  alignas(64) RankLink link;
};

// A view of the memory.  Copies refer to the same memory.
class SplitMemory {
 public:
  static constexpr std::size_t kFactWords = std::size_t{1} << 22;

  // Returns the size of the memory with so many bytes for the visited set.
  static std::size_t size(unsigned workers, std::size_t table) {
    return before_table(workers) + table;
  }

  SplitMemory(std::byte* memory, std::size_t size, unsigned workers)
      : memory_(memory), size_(size), workers_(workers) {}

  unsigned workers() const { return workers_; }
  SplitHeader& header() const { return *reinterpret_cast<SplitHeader*>(memory_); }
  SplitSlot& slot(unsigned worker) const {
    return reinterpret_cast<SplitSlot*>(memory_ + kSlots)[worker];
  }
  std::span<std::uint64_t> mail(unsigned worker) const { return {area(worker), kMostMailWords}; }
  std::span<std::uint64_t> facts(unsigned worker) const {
    return {area(worker) + kMostMailWords, kFactWords};
  }
  std::byte* table() const { return memory_ + before_table(workers_); }
  std::size_t table_size() const { return size_ - before_table(workers_); }

  // Returns the number of states in the visited set.
  std::uint64_t states() const;

  // Makes the visited set empty, and returns its pages to the system.
  void clear_table() const;

 private:
  static constexpr std::size_t kPage = 65536;  // of any machine
  static constexpr std::size_t kSlots = (sizeof(SplitHeader) + 63) / 64 * 64;

  static std::size_t before_areas(unsigned workers) {
    return (kSlots + workers * sizeof(SplitSlot) + kPage - 1) / kPage * kPage;
  }
  static std::size_t before_table(unsigned workers) {
    return before_areas(workers) + workers * (kMostMailWords + kFactWords) * sizeof(std::uint64_t);
  }
  std::uint64_t* area(unsigned worker) const {
    std::byte* const areas = memory_ + before_areas(workers_);
    return reinterpret_cast<std::uint64_t*>(areas) + worker * (kMostMailWords + kFactWords);
  }

  std::byte* memory_;
  std::size_t size_;
  unsigned workers_;
};

}  // namespace heddle::search
