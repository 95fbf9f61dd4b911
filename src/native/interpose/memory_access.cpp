// __tsan_read*, __tsan_write* and the rest of what compilers emit for plain accesses under
// -fsanitize=thread. A callback comes before the access, which compiled code then performs itself.
#include <algorithm>
#include <cstdint>

#include "native/block_log.hpp"
#include "native/interpose/calls.hpp"
#include "native/interpose/interpose.hpp"
#include "native/memory_check.hpp"
#include "native/plain_points.hpp"
#include "native/plain_spin.hpp"
#include "native/private_memory.hpp"
#include "native/race_watch.hpp"
#include "native/shared_memory.hpp"

namespace heddle::native {

PlainPoints g_plain_points = PlainPoints::none;

namespace {

inline bool is_point(const Thread& thread, std::uintptr_t address, std::size_t size, OpKind kind) {
  switch (g_plain_points) {
    case PlainPoints::none:
      break;
    case PlainPoints::shared:
      // A thread that is left over may still touch what others shared with it.
      return !is_alone() && shared_memory().touch(thread, address, size, kind == OpKind::write);
    case PlainPoints::all:
      return !is_unobserved() && !private_memory().owns(thread.id, address, size);
    case PlainPoints::racing:
      return !is_alone() && racing_memory().knows(address, size);
  }
  return false;
}

inline void access(const void* address, std::size_t size, OpKind kind, Site site,
                   ObjectId others = kNoObject) {
  if (!controlled_quietly()) return;
  const World& world = native::world();
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const bool waits = plain_spin().waits(world.current, world.steps, number, kind);
  const bool is_point = native::is_point(thread(world.current), number, size, kind);
  const bool pauses = (is_point && !is_unobserved()) || waits;
  if (pauses) {
    conductor().announce({.kind = kind,
                          .size = static_cast<std::uint8_t>(std::min(size, kWidestOperation)),
                          .object = object_of(address),
                          .second = others,
                          .site = site});
    if (size > kWidestOperation) {
      const bool writes = kind == OpKind::write;
      note_wide_access(number, size, writes ? AccessMode::write : AccessMode::read);
    }
  }
  if (kind == OpKind::write && (pauses || !is_on_stack(world.current, number))) {
    note_change(MemoryChange::some);
  }
  check_access(number, size, kind == OpKind::write);
  if (watches_races()) race_watch::access(number, size, kind == OpKind::write, site);
  if (!is_point) note_block_access(number, size, kind == OpKind::write, false);
}

ObjectId pair(const void* to, const void* from, std::size_t size) {
  return arguments(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                   size);
}

}  // namespace

void access_memory(const void* address, std::size_t size, OpKind kind, Site site, ObjectId others) {
  access(address, size, kind, site, others);
}

#define HEDDLE_ACCESS(name, size, kind) \
  HEDDLE_INTERPOSE void __tsan_##name(void* address) { access(address, size, kind, HEDDLE_CALLER); }

// With the place given by the caller; no compiler of today emits these.
#define HEDDLE_ACCESS_PC(name, size, kind)                                   \
  HEDDLE_INTERPOSE void __tsan_##name##_pc(void* address, void* pc) {        \
    access(address, size, kind, Site{reinterpret_cast<std::uintptr_t>(pc)}); \
  }

#define HEDDLE_ACCESSES(size)                                        \
  HEDDLE_ACCESS_PC(read##size, size, OpKind::read)                   \
  HEDDLE_ACCESS_PC(write##size, size, OpKind::write)                 \
  HEDDLE_ACCESS(read##size, size, OpKind::read)                      \
  HEDDLE_ACCESS(write##size, size, OpKind::write)                    \
  HEDDLE_ACCESS(unaligned_read##size, size, OpKind::read)            \
  HEDDLE_ACCESS(unaligned_write##size, size, OpKind::write)          \
  HEDDLE_ACCESS(volatile_read##size, size, OpKind::read)             \
  HEDDLE_ACCESS(volatile_write##size, size, OpKind::write)           \
  HEDDLE_ACCESS(unaligned_volatile_read##size, size, OpKind::read)   \
  HEDDLE_ACCESS(unaligned_volatile_write##size, size, OpKind::write) \
  HEDDLE_ACCESS(read_write##size, size, OpKind::write)               \
  HEDDLE_ACCESS(unaligned_read_write##size, size, OpKind::write)

HEDDLE_ACCESSES(1)
HEDDLE_ACCESSES(2)
HEDDLE_ACCESSES(4)
HEDDLE_ACCESSES(8)
HEDDLE_ACCESSES(16)

HEDDLE_INTERPOSE void __tsan_read_range(void* address, unsigned long size) {
  access(address, size, OpKind::read, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __tsan_write_range(void* address, unsigned long size) {
  access(address, size, OpKind::write, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __tsan_read_range_pc(void* address, unsigned long size, void* pc) {
  access(address, size, OpKind::read, Site{reinterpret_cast<std::uintptr_t>(pc)});
}

HEDDLE_INTERPOSE void __tsan_write_range_pc(void* address, unsigned long size, void* pc) {
  access(address, size, OpKind::write, Site{reinterpret_cast<std::uintptr_t>(pc)});
}

HEDDLE_INTERPOSE void __tsan_vptr_read(void** address) {
  access(address, sizeof *address, OpKind::read, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __tsan_vptr_update(void** address, void* value) {
  // Constructors of a hierarchy store the same pointer again and again: no change, no scheduling
  // point.
  if (*address == value) return;
  access(address, sizeof *address, OpKind::write, HEDDLE_CALLER);
}

// clang++ 16 and newer call these instead of memcpy and its kin.
HEDDLE_INTERPOSE void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  access(from, size, OpKind::read, HEDDLE_CALLER, pair(to, from, size));
  access(to, size, OpKind::write, HEDDLE_CALLER, pair(to, from, size));
  return __builtin_memcpy(to, from, size);
}

HEDDLE_INTERPOSE void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  access(from, size, OpKind::read, HEDDLE_CALLER, pair(to, from, size));
  access(to, size, OpKind::write, HEDDLE_CALLER, pair(to, from, size));
  return __builtin_memmove(to, from, size);
}

HEDDLE_INTERPOSE void* __tsan_memset(void* to, int value, unsigned long size) {
  access(to, size, OpKind::write, HEDDLE_CALLER, arguments(size, static_cast<unsigned>(value)));
  return __builtin_memset(to, value, size);
}

// What a program says to a race detector about synchronisation of its own changes no schedule.
HEDDLE_INTERPOSE void __tsan_acquire(void* address) {
  if (controlled()) order_after(object_of(address));
}
HEDDLE_INTERPOSE void __tsan_release(void* address) {
  if (controlled()) order_before(object_of(address));
}

// Stacks are walked when they are needed, not kept.
HEDDLE_INTERPOSE void __tsan_init() {}
HEDDLE_INTERPOSE void __tsan_func_entry(void*) {}
HEDDLE_INTERPOSE void __tsan_func_exit() {}
HEDDLE_INTERPOSE void __tsan_ignore_thread_begin() {}
HEDDLE_INTERPOSE void __tsan_ignore_thread_end() {}

}  // namespace heddle::native
