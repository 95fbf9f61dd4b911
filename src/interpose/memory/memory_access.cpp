// __tsan_read*, __tsan_write* and the rest of what compilers emit for plain accesses under
// -fsanitize=thread. A callback comes before the access, which compiled code then performs itself.
#include <cstdint>

#include "interpose/calls.hpp"
#include "interpose/memory/bit_field_store.hpp"
#include "interpose/memory/clean_return.hpp"
#include "interpose/memory/plain_access.hpp"
#include "interpose/memory/repeated_access.hpp"
#include "runtime/root.hpp"
#include "runtime/scope.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {
namespace {

// One frame for all callbacks: what it leaves on the stack must depend on as little as possible.
[[gnu::noinline]] void access(const void* address, std::size_t size, OpKind kind, Site site,
                              ObjectId others = kNoObject) {
  if (!controlled_quietly()) return report_access(address, size, kind == OpKind::write);
  PlainAccess access{reinterpret_cast<std::uintptr_t>(address), size, kind};
  decide_pause(access);
  if (access.pauses && is_store_of_part(access, site)) {
    store_part_in_two_steps(access, site);
    cleanly(0);
    return;
  }
  if (access.pauses) {
    announce_access(access, site, others);
    if (size > kWidestOperation) events::accesses_widely(access.address, size, access.writes());
  }
  // Before the monitors, which may have it forgotten.
  if (!access.is_point && !access.pauses) {
    step_accesses().add(access.address, size, access.writes());
  }
  watch(access, access.pauses, site);
  if (flags().dirtied_stack) {
    flags().dirtied_stack = false;
    if (flags().keeps_stacks_clean) zero_below_stack();
  }
}

template <std::size_t size, OpKind kind>
[[gnu::always_inline]] inline void access_again(const void* address, Site site) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  check_frame(at, kind, reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()));
  if (controlled_quietly() && is_repeated(at, size, kind)) return;
  access(address, size, kind, site);
}

}  // namespace

void access_memory(const void* address, std::size_t size, OpKind kind, Site site, ObjectId others) {
  access(address, size, kind, site, others);
}

#define HEDDLE_ACCESS(name, size, kind)                \
  HEDDLE_INTERPOSE void __tsan_##name(void* address) { \
    access_again<size, kind>(address, HEDDLE_CALLER);  \
  }

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

// Called before each access in code of clang++: see kShowLocalsByClang.
#define HEDDLE_SHOWN(size)                                   \
  HEDDLE_INTERPOSE void __sanitizer_cov_load##size(void*) {} \
  HEDDLE_INTERPOSE void __sanitizer_cov_store##size(void*) {}

HEDDLE_SHOWN(1)
HEDDLE_SHOWN(2)
HEDDLE_SHOWN(4)
HEDDLE_SHOWN(8)
HEDDLE_SHOWN(16)

// Stacks are walked when they are needed, not kept.  A focus needs them at each operation.
HEDDLE_INTERPOSE void __tsan_init() {}
HEDDLE_INTERPOSE void __tsan_func_entry(void* caller) {
  if (!flags().has_scope || !controlled_quietly()) [[likely]]
    return;
  enter_function(reinterpret_cast<std::uintptr_t>(caller),
                 static_cast<std::uintptr_t>(HEDDLE_CALLER));
  cleanly(0);
}
HEDDLE_INTERPOSE void __tsan_func_exit() {
  if (!flags().has_scope || !controlled_quietly()) [[likely]]
    return;
  leave_function();
  cleanly(0);
}

}  // namespace heddle::native
