#include "races/shadow_memory.hpp"

#include <algorithm>
#include <bit>

namespace heddle::races {
namespace {

bool is_before(std::uint32_t clock, ThreadId thread, const ClockVector& now) {
  return clock <= now.at(thread);
}

// The bytes of a word that an access to [begin, end) touches.
std::uint8_t bytes_of(std::uintptr_t word, std::uintptr_t begin, std::uintptr_t end) {
  const std::uintptr_t from = std::max(begin, word * 8) - word * 8;
  const std::uintptr_t to = std::min(end, word * 8 + 8) - word * 8;
  return static_cast<std::uint8_t>(((1U << to) - 1U) & ~((1U << from) - 1U));
}

}  // namespace

ShadowMemory::ShadowMemory(const ShadowMemory& other)
    : execution_(other.execution_),
      more_(other.more_),
      more_count_(other.more_count_),
      readers_(other.readers_),
      readers_count_(other.readers_count_) {
  for (const auto& [number, page] : other.pages_) {
    if (page->execution == execution_) pages_.emplace(number, std::make_unique<Page>(*page));
  }
}

void ShadowMemory::reset() {
  more_count_ = 0;
  readers_count_ = 0;
  if (++execution_ != 0) return;
  execution_ = 1;
  pages_.clear();
  found_ = {};
}

ShadowMemory::Page* ShadowMemory::find_page(std::uintptr_t page) {
  Found& place = found_[page % kFound];
  if (place.page != nullptr && place.number == page) return place.page;
  const auto found = pages_.find(page);
  if (found == pages_.end()) return nullptr;
  place = {page, found->second.get()};
  return place.page;
}

ShadowMemory::Page& ShadowMemory::page_of(std::uintptr_t page) {
  if (Page* const known = find_page(page)) return *known;
  Page* const made = pages_.emplace(page, std::make_unique<Page>()).first->second.get();
  found_[page % kFound] = {page, made};
  return *made;
}

ShadowMemory::Record& ShadowMemory::word_at(std::uintptr_t word) {
  Page& page = page_of(word / kWords);
  page.execution = execution_;
  Record& record = page.words[word % kWords];
  if (record.execution != execution_) {
    record = Record{};
    record.execution = execution_;
  }
  return record;
}

inline std::uint32_t ShadowMemory::new_record() {
  if (more_count_ == more_.size()) more_.emplace_back();
  more_[more_count_] = Record{};
  return static_cast<std::uint32_t>(++more_count_);
}

std::uint32_t ShadowMemory::new_readers() {
  if (readers_count_ == readers_.size()) readers_.emplace_back();
  readers_[readers_count_].clear();
  return static_cast<std::uint32_t>(++readers_count_);
}

void ShadowMemory::check_record(const Record& record, const Access& access,
                                const ClockVector& clock, std::uintptr_t word, std::uint8_t common,
                                RaceSink& sink) const {
  const auto tell = [&](const Stamp& stamp, bool writes) {
    if (stamp.clock == 0 || is_before(stamp.clock, stamp.thread, clock)) return;
    Race race;
    race.address = word * kWord + static_cast<unsigned>(std::countr_zero(common));
    race.bytes = common;
    race.earlier = {stamp.thread, stamp.clock, stamp.site, stamp.size, writes, false, false};
    race.later = access;
    race.heard = clock.at(stamp.thread);
    sink.found(race);
  };
  tell(record.write, true);
  if (!access.writes) return;
  if (record.readers == 0) return tell(record.read, false);
  for (const Stamp& read : readers_[record.readers - 1]) tell(read, false);
}

void ShadowMemory::note_read(Record& record, const Stamp& stamp, const ClockVector& clock) {
  if (record.readers == 0) {
    const Stamp before = record.read;
    record.read = stamp;
    if (before.clock == 0 || is_before(before.clock, before.thread, clock)) return;
    record.readers = new_readers();
    readers_[record.readers - 1] = {before, stamp};
    return;
  }
  std::vector<Stamp>& readers = readers_[record.readers - 1];
  const auto own = std::find_if(readers.begin(), readers.end(),
                                [&](const Stamp& read) { return read.thread == stamp.thread; });
  if (own != readers.end()) {
    *own = stamp;
  } else {
    readers.push_back(stamp);
  }
}

inline ShadowMemory::Stamp ShadowMemory::stamp_of(const Access& access) {
  return {access.clock, access.thread,
          static_cast<std::uint16_t>(std::min<std::uint32_t>(access.size, 0xffff)), access.site};
}

void ShadowMemory::note(Record& record, const Access& access, const ClockVector& clock) {
  if (!access.writes) return note_read(record, stamp_of(access), clock);
  record.write = stamp_of(access);
  record.read = {};
  record.readers = 0;
}

// The bytes of `mask` stay in the record; its others move to one of their own.
void ShadowMemory::split(Record& record, std::uint8_t mask) {
  const auto apart = static_cast<std::uint8_t>(record.mask & ~mask);
  if (apart == 0) return;
  const std::uint32_t number = new_record();
  Record& rest = more_[number - 1];
  rest = record;
  rest.mask = apart;
  if (record.readers != 0) {
    rest.readers = new_readers();
    readers_[rest.readers - 1] = readers_[record.readers - 1];
  }
  record.mask &= mask;
  record.next = number;
}

void ShadowMemory::access_record(Record& record, const Access& access, const ClockVector& clock,
                                 std::uintptr_t word, RaceSink& sink) {
  const Stamp& last = access.writes ? record.write : record.read;
  // The thread's clock has not changed since its last access: races with accesses in between were
  // already reported.
  if (last.clock == access.clock && last.thread == access.thread) return;
  check_record(record, access, clock, word, record.mask, sink);
  note(record, access, clock);
}

void ShadowMemory::access_word(const Access& access, const ClockVector& clock, std::uintptr_t word,
                               std::uint8_t mask, RaceSink& sink) {
  Record* record = &word_at(word);
  std::uint8_t left = mask;
  while (true) {
    if ((record->mask & left) != 0) {
      split(*record, mask);
      access_record(*record, access, clock, word, sink);
      left &= static_cast<std::uint8_t>(~record->mask);
    }
    if (record->next == 0 || left == 0) break;
    record = &more_[record->next - 1];
  }
  if (left == 0) return;
  if (record->mask != 0) {
    record->next = new_record();
    record = &more_[record->next - 1];
  }
  record->mask = left;
  note(*record, access, clock);
}

void ShadowMemory::access(const Access& access, const ClockVector& clock, std::uintptr_t address,
                          RaceSink& sink) {
  const std::uintptr_t end = address + std::max<std::uint32_t>(access.size, 1);
  for (std::uintptr_t word = address / kWord; word <= (end - 1) / kWord; ++word) {
    access_word(access, clock, word, bytes_of(word, address, end), sink);
  }
}

inline ShadowMemory::Record* ShadowMemory::record_at_once(Record& first, std::uint8_t mask) {
  if (first.execution != execution_) {
    first = Record{};
    first.execution = execution_;
    first.mask = mask;
    return &first;
  }
  Record* record = &first;
  while (record->mask != mask) {
    if ((record->mask & mask) != 0) return nullptr;
    if (record->next == 0) {
      // A mark alone has no bytes.
      if (record->mask == 0 || more_count_ == more_.size()) return nullptr;
      record->next = new_record();
      record = &more_[record->next - 1];
      record->mask = mask;
      return record;
    }
    record = &more_[record->next - 1];
  }
  return record;
}

bool ShadowMemory::access_at_once(const Access& access, const ClockVector& clock,
                                  std::uintptr_t address) {
  const std::uintptr_t word = address / kWord;
  const Found& place = found_[word / kWords % kFound];
  const bool is_found = place.page != nullptr && place.number == word / kWords;
  const bool is_in_word = access.size > 0 && address % kWord + access.size <= kWord;
  // A mark in the word before may be on another page.
  if (!is_found || !is_in_word || word % kWords == 0) return false;
  Page& page = *place.page;
  if (page.marked_in == execution_) return false;
  Record& first = page.words[word % kWords];
  Record* const record = record_at_once(first, bytes_of(word, address, address + access.size));
  if (record == nullptr) return false;
  page.execution = execution_;
  Stamp& last = access.writes ? record->write : record->read;
  if (last.clock == access.clock && last.thread == access.thread) return true;
  if (record->readers != 0 || !is_before(record->write.clock, record->write.thread, clock) ||
      !is_before(record->read.clock, record->read.thread, clock)) {
    return false;
  }
  if (access.writes) record->read = {};
  last = stamp_of(access);
  return true;
}

void ShadowMemory::check(const Access& access, const ClockVector& clock, std::uintptr_t address,
                         RaceSink& sink) {
  const std::uintptr_t end = address + std::max<std::uint32_t>(access.size, 1);
  for_each_word(address, end, &Page::execution, [&](std::uintptr_t word, const Record& first) {
    const std::uint8_t mask = bytes_of(word, address, end);
    const Record* record = &first;
    while (true) {
      const auto common = static_cast<std::uint8_t>(record->mask & mask);
      if (common != 0) check_record(*record, access, clock, word, common, sink);
      if (record->next == 0) return;
      record = &more_[record->next - 1];
    }
  });
}

void ShadowMemory::forget(std::uintptr_t address, std::size_t size) {
  for_each_word(address, address + size, &Page::execution,
                [](std::uintptr_t, Record& record) { record.execution = 0; });
}

}  // namespace heddle::races
