// Stores the accesses of each byte that may still race: the last write, and the reads since
// (FastTrack, Flanagan and Freund, PLDI 2009).  Bytes of a word that were always accessed together
// share one record.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/clock_vector.hpp"
#include "races/access.hpp"

namespace heddle::races {

class ShadowMemory {
 public:
  ShadowMemory() = default;
  // Copies the accesses of the current execution.
  ShadowMemory(const ShadowMemory& other);
  ShadowMemory& operator=(ShadowMemory&& other) = default;

  // Starts a new execution without accesses.
  void reset();

  // Reports the races of an access with earlier ones, and stores it.  `clock` is its thread's.
  void access(const Access& access, const ClockVector& clock, std::uintptr_t address,
              RaceSink& sink);
  // Does the same as `access` in the common case: the memory of the word's records exists, no word
  // nearby is marked, and there is no race.  Otherwise changes nothing and returns false.
  bool access_at_once(const Access& access, const ClockVector& clock, std::uintptr_t address);
  // The same as `access` without storing it.
  void check(const Access& access, const ClockVector& clock, std::uintptr_t address,
             RaceSink& sink);

  // Marks the word of an object for which the caller keeps its own data.
  void mark(std::uintptr_t address) {
    word_at(address / kWord).marked = true;
    page_of(address / kWord / kWords).marked_in = execution_;
  }

  // Calls visit(address) for each marked word of [begin, end).
  template <typename Visit>
  void for_each_marked(std::uintptr_t begin, std::uintptr_t end, Visit visit) {
    for_each_word(begin, end, &Page::marked_in, [&](std::uintptr_t word, const Record& record) {
      if (record.marked) visit(word * kWord);
    });
  }

  // Removes the accesses and marks of freed memory.
  void forget(std::uintptr_t address, std::size_t size);

  static constexpr std::size_t kWord = 8;

 private:
  static constexpr std::size_t kWords = 512;  // of a page

  struct Stamp {
    std::uint32_t clock = 0;  // 0: no access
    ThreadId thread = kNoThread;
    std::uint16_t size = 0;
    Site site = kNoSite;
  };
  struct Record {
    std::uint32_t execution = 0;  // of the first of a word: older ones mean nothing
    std::uint32_t next = 0;       // of the same word, plus one
    std::uint32_t readers = 0;    // the list of unordered reads, plus one
    std::uint8_t mask = 0;        // its bytes
    bool marked = false;          // of the first of a word
    std::uint16_t unused_here = 0;
    Stamp write;
    Stamp read;
  };
  struct Page {
    std::uint32_t execution = 0;  // in which it was touched last
    std::uint32_t marked_in = 0;  // the execution that marked a word last
    Record words[kWords];
  };

  Page* find_page(std::uintptr_t page);
  Page& page_of(std::uintptr_t page);
  Record& word_at(std::uintptr_t word);
  // Calls visit(word, record) for each word of [begin, end) that has a record, on the pages whose
  // `last` is the current execution.
  template <typename Visit>
  void for_each_word(std::uintptr_t begin, std::uintptr_t end, std::uint32_t Page::*last,
                     Visit visit) {
    for (std::uintptr_t word = begin / kWord; word * kWord < end;) {
      Page* const page = find_page(word / kWords);
      if (page == nullptr || page->*last != execution_) {
        word = (word / kWords + 1) * kWords;
        continue;
      }
      Record& record = page->words[word % kWords];
      if (record.execution == execution_) visit(word, record);
      ++word;
    }
  }

  std::uint32_t new_record();
  std::uint32_t new_readers();
  void split(Record& record, std::uint8_t mask);
  // `common` are the bytes of the word that both the record and the access contain.
  void check_record(const Record& record, const Access& access, const ClockVector& clock,
                    std::uintptr_t word, std::uint8_t common, RaceSink& sink) const;
  // Returns the record of exactly these bytes, which it makes if its memory exists; null otherwise.
  Record* record_at_once(Record& first, std::uint8_t mask);
  static Stamp stamp_of(const Access& access);
  void note(Record& record, const Access& access, const ClockVector& clock);
  void note_read(Record& record, const Stamp& stamp, const ClockVector& clock);
  void access_record(Record& record, const Access& access, const ClockVector& clock,
                     std::uintptr_t word, RaceSink& sink);
  void access_word(const Access& access, const ClockVector& clock, std::uintptr_t word,
                   std::uint8_t mask, RaceSink& sink);

  std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> pages_;
  // Pages found before, by the last bits of their numbers.
  struct Found {
    std::uintptr_t number = 0;
    Page* page = nullptr;
  };
  static constexpr std::size_t kFound = 64;
  std::array<Found, kFound> found_{};
  std::uint32_t execution_ = 1;
  std::deque<Record> more_;  // records of words whose bytes were touched apart
  std::size_t more_count_ = 0;
  std::vector<std::vector<Stamp>> readers_;
  std::size_t readers_count_ = 0;
};

}  // namespace heddle::races
