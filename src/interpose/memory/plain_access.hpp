// What becomes of a plain access of the program that is about to be made: a scheduling point or
// not, and what it is watched for.  For the callbacks of instrumented code and for functions of the
// C library that access memory for their caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "interpose/interpose.hpp"
#include "monitors/block_log.hpp"
#include "monitors/memory_check.hpp"
#include "monitors/plain_points.hpp"
#include "monitors/private_memory.hpp"
#include "monitors/race_watch.hpp"
#include "monitors/shared_memory.hpp"
#include "runtime/plain_spin.hpp"

namespace heddle::native {

struct PlainAccess {
  std::uintptr_t address = 0;
  std::size_t size = 0;
  OpKind kind = OpKind::read;
  bool is_point = false;
  bool pauses = false;

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

// Notes who touches what, where that decides.
[[gnu::always_inline]] inline bool is_point(const Thread& thread, const PlainAccess& access) {
  switch (g_plain_points) {
    case PlainPoints::none:
      break;
    case PlainPoints::shared:
      // A thread that is left over may still touch what others shared with it.
      return !is_alone() &&
             shared_memory().touch(thread, access.address, access.size, access.writes());
    case PlainPoints::all:
      return !is_unobserved() && !private_memory().owns(thread.id, access.address, access.size);
    case PlainPoints::racing:
      return !is_alone() && racing_memory().knows(access.address, access.size);
  }
  return false;
}

// Decides whether the current thread pauses before the access.
[[gnu::always_inline]] inline void decide_pause(PlainAccess& access) {
  const World& world = native::world();
  const bool waits =
      plain_spin().waits(world.current, world.steps, access.address, access.size, access.kind);
  access.is_point = is_point(thread(world.current), access);
  access.pauses = (access.is_point && !is_unobserved()) || waits;
}

// Always inlined, so that a place in our code from which a thread is paused belongs to one of the
// functions that the program calls: see paused_frames.hpp.
[[gnu::always_inline]] inline void announce_access(const PlainAccess& access, Site site,
                                                   ObjectId others) {
  scheduler().announce({.kind = access.kind,
                        .size = static_cast<std::uint8_t>(std::min(access.size, kWidestOperation)),
                        .object = object_of(reinterpret_cast<const void*>(access.address)),
                        .second = others,
                        .site = site});
}

// `has_paused` before this one or another one that is made in the same step.
[[gnu::always_inline]] inline void watch(const PlainAccess& access, bool has_paused, Site site) {
  if (access.writes() && (has_paused || !is_on_stack(world().current, access.address))) {
    note_change(MemoryChange::some);
  }
  check_access(access.address, access.size, access.writes());
  if (watches_races()) race_watch::access(access.address, access.size, access.writes(), site);
  if (!access.is_point) note_block_access(access.address, access.size, access.writes(), false);
}

}  // namespace heddle::native
