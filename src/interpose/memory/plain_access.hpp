// Handles a plain access that the program is about to make: decides whether it is a scheduling
// point, and passes it to the monitors.  Used by the callbacks of instrumented code and by C
// library functions that access memory for their caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/foreign_lines.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

// A change of pages, which is valid whatever their protection is.
enum class PageChange : std::uint8_t {
  none,
  takes,  // an access that is not ordered may fail, or lose what was written
  gives,  // an access that is not ordered may fail; it is no data race
};

struct PlainAccess {
  std::uintptr_t address = 0;
  std::size_t size = 0;
  OpKind kind = OpKind::read;
  bool is_point = false;
  bool pauses = false;
  PageChange change = PageChange::none;

  bool writes() const { return kind == OpKind::write; }
  bool same_memory(const PlainAccess& other) const {
    return address == other.address && size == other.size && kind == other.kind;
  }
};

inline PlainAccess reading(const void* from, std::size_t size) {
  return {reinterpret_cast<std::uintptr_t>(from), size, OpKind::read};
}

inline PlainAccess writing(const void* to, std::size_t size) {
  return {reinterpret_cast<std::uintptr_t>(to), size, OpKind::write};
}

// A change of pages conflicts with writes, or with all accesses.
inline PlainAccess changing_pages(const void* pages, std::size_t size, bool conflicts_with_reads,
                                  PageChange change) {
  PlainAccess access = conflicts_with_reads ? writing(pages, size) : reading(pages, size);
  access.change = change;
  return access;
}

// Returns whether the access is a scheduling point.
[[gnu::always_inline]] inline bool is_point(const Thread& thread, const PlainAccess& access) {
  return events::is_point(thread, access.address, access.size, access.writes());
}

// Decides whether the current thread pauses before the access.
[[gnu::always_inline]] inline void decide_pause(PlainAccess& access) {
  const World& world = native::world();
  if (is_on_any_stack(access.address) && !is_on_stack(world.current, access.address)) {
    foreign_lines().note(access.address, access.size);
  }
  bool waits =
      plain_spin().waits(world.current, world.steps, access.address, access.size, access.kind);
  // A loop that computes is only paused where another thread may end it.
  if (waits && plain_spin().lost_patience()) [[unlikely]]
    waits = !is_unobserved() && !is_on_stack(world.current, access.address);
  access.is_point = is_point(thread(world.current), access);
  access.pauses = (access.is_point && !is_unobserved()) || waits;
}

// Announces the access.  Always inlined, so that each place in the runtime where a thread is paused
// belongs to a function that the program calls: see paused_frames.hpp.
[[gnu::always_inline]] inline void announce_access(const PlainAccess& access, Site site,
                                                   ObjectId others) {
  scheduler().announce({.kind = access.kind,
                        .size = static_cast<std::uint8_t>(std::min(access.size, kWidestOperation)),
                        .object = object_of(reinterpret_cast<const void*>(access.address)),
                        .second = others,
                        .site = site});
}

// Notes that a plain write changes memory, unless it is to the thread's own stack.  `has_paused`:
// the thread paused before this access, or before another access of the same step.
[[gnu::always_inline]] inline void note_plain_write(std::uintptr_t address, bool has_paused) {
  if (has_paused || !is_on_stack(world().current, address)) note_change(MemoryChange::some);
}

// Passes the access to the monitors.
[[gnu::always_inline]] inline void watch(const PlainAccess& access, bool has_paused, Site site) {
  if (access.writes()) note_plain_write(access.address, has_paused);
  if (access.change != PageChange::none) {
    events::changes_pages(access.address, access.size, access.writes(), access.is_point, site,
                          access.change == PageChange::takes);
  } else {
    events::accesses(access.address, access.size, access.writes(), access.is_point, site);
  }
}

}  // namespace heddle::native
