#include "races/race_detector.hpp"

#include <algorithm>

namespace heddle::races {
namespace {

constexpr std::uintptr_t kWord{ShadowMemory::kWord};
constexpr std::uint32_t kLargest = 0xffff'ffff;

// Those of [begin, end) in the word of `begin`, as bits.
std::uint8_t bytes_in_common(std::uintptr_t begin, std::uintptr_t end) {
  std::uint8_t bytes = 0;
  for (std::uintptr_t byte = begin; byte < end && byte / kWord == begin / kWord; ++byte) {
    bytes |= static_cast<std::uint8_t>(1U << (byte % kWord));
  }
  return bytes;
}

}  // namespace

void RaceDetector::reset() {
  ++execution_;
  synchronisation_.reset();
  shadow_.reset();
  recent_.forget_all();
}

Access RaceDetector::access_by(ThreadId thread, std::uint32_t clock, std::size_t size, Site site) {
  Access access;
  access.thread = thread;
  access.clock = clock;
  access.site = site;
  access.size = static_cast<std::uint32_t>(std::min<std::size_t>(size, kLargest));
  return access;
}

void RaceDetector::plain(ThreadId thread, std::uintptr_t address, std::size_t size, bool writes,
                         Site site, RaceSink& sink) {
  if (is_repeated(thread, address, size, writes)) return;
  Access access = access_by(thread, synchronisation_.time(thread), size, site);
  access.writes = writes;
  shadow_.access(access, synchronisation_.clock(thread), address, sink);
  check_atomics(access, address, sink);
  recent_.replace(thread, access.clock, address, size, writes);
}

bool RaceDetector::plain_at_once(ThreadId thread, std::uintptr_t address, std::size_t size,
                                 bool writes, Site site) {
  const ClockVector* const clock = synchronisation_.known_clock(thread);
  if (clock == nullptr || !recent_.is_allocated()) return false;
  Access access = access_by(thread, clock->at(thread), size, site);
  access.writes = writes;
  if (!shadow_.access_at_once(access, *clock, address)) return false;
  recent_.replace(thread, access.clock, address, size, writes);
  return true;
}

RaceDetector::Atomic& RaceDetector::atomic_at(std::uintptr_t address) {
  Atomic& atomic = atomics_[address];
  if (atomic.execution != execution_) {
    atomic.execution = execution_;
    atomic.accesses.clear();
  }
  return atomic;
}

void RaceDetector::atomic(ThreadId thread, AtomicKind kind, std::uintptr_t address,
                          std::size_t size, std::uint32_t order, Site site, RaceSink& sink) {
  const ObjectId cell{address};
  // The releases that a load acquires are ordered before it.
  if (kind == AtomicKind::load) synchronisation_.load(thread, cell, order);
  Access access;
  access.thread = thread;
  access.clock = synchronisation_.time(thread);
  access.site = site;
  access.size = static_cast<std::uint32_t>(size);
  access.writes = kind != AtomicKind::load;
  access.is_atomic = true;
  if (kind == AtomicKind::update) synchronisation_.update(thread, cell, order);
  shadow_.check(access, synchronisation_.clock(thread), address, sink);
  if (kind == AtomicKind::store) synchronisation_.store(thread, cell, order);
  note_atomic(access, address);
}

void RaceDetector::object_operation(ThreadId thread, std::uintptr_t address, std::size_t size,
                                    Site site, RaceSink& sink) {
  Access access = access_by(thread, synchronisation_.time(thread), size, site);
  access.is_atomic = true;
  shadow_.check(access, synchronisation_.clock(thread), address, sink);
  note_atomic(access, address);
}

void RaceDetector::note_atomic(const Access& access, std::uintptr_t address) {
  shadow_.mark(address);
  recent_.forget(address, access.size);
  std::vector<Access>& accesses = atomic_at(address).accesses;
  const auto own = std::find_if(accesses.begin(), accesses.end(), [&](const Access& known) {
    return known.thread == access.thread && known.writes == access.writes;
  });
  if (own == accesses.end()) {
    accesses.push_back(access);
  } else {
    *own = access;
  }
}

// An atomic object begins in the word of the access or, if it is a wide one, in the word before.
void RaceDetector::check_atomics(const Access& access, std::uintptr_t address, RaceSink& sink) {
  const ClockVector& clock = synchronisation_.clock(access.thread);
  const std::uintptr_t end = address + std::max<std::uint32_t>(access.size, 1);
  shadow_.for_each_marked(address - std::min(address, kWord), end, [&](std::uintptr_t word) {
    for (std::uintptr_t cell = word; cell < word + kWord; ++cell) {
      const auto found = atomics_.find(cell);
      if (found == atomics_.end() || found->second.execution != execution_) continue;
      for (const Access& known : found->second.accesses) {
        if (cell + known.size <= address || cell >= end) continue;
        if (!known.writes && !access.writes) continue;
        if (known.clock <= clock.at(known.thread)) continue;
        const std::uintptr_t common = std::max(cell, address);
        sink.found({common, bytes_in_common(common, std::min(end, cell + known.size)), known,
                    access, clock.at(known.thread)});
      }
    }
  });
}

void RaceDetector::freed(ThreadId thread, std::uintptr_t address, std::size_t size, Site site,
                         RaceSink& sink) {
  Access access = access_by(thread, synchronisation_.time(thread), size, site);
  access.writes = true;
  access.frees = true;
  shadow_.check(access, synchronisation_.clock(thread), address, sink);
  check_atomics(access, address, sink);
  forget(address, size);
}

void RaceDetector::forget(std::uintptr_t address, std::size_t size) {
  forget_objects(address, size);
  shadow_.forget(address, size);
  recent_.forget(address, size);
}

void RaceDetector::note_object(ObjectId object) {
  shadow_.mark(static_cast<std::uintptr_t>(object));
}

void RaceDetector::forget_objects(std::uintptr_t address, std::size_t size) {
  shadow_.for_each_marked(address, address + size, [&](std::uintptr_t word) {
    for (std::uintptr_t cell = word; cell < word + kWord; ++cell) {
      synchronisation_.forget(ObjectId{cell});
      const auto found = atomics_.find(cell);
      if (found != atomics_.end()) found->second.execution = 0;
    }
  });
}

}  // namespace heddle::races
