#include "monitors/annotated_locks.hpp"

#include <utility>

#include "monitors/misuse.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// A destruction with this flag counts only for locks that have it.
constexpr std::uint32_t kNotStatic = 1U << 8;

// The link to the entry of the lock, or to where it belongs.
AnnotatedLock** link_to(std::uintptr_t address) {
  AnnotatedLock** link = &world().annotated_locks;
  while (*link != nullptr && (*link)->address < address) link = &(*link)->next;
  return link;
}

const AnnotatedLock* held_lock(std::uintptr_t address) {
  const AnnotatedLock* const entry = *link_to(address);
  return entry != nullptr && entry->address == address ? entry : nullptr;
}

// The entry of the lock, made if there is none; null without memory.
AnnotatedLock* entry_of(std::uintptr_t address) {
  AnnotatedLock** const link = link_to(address);
  if (*link != nullptr && (*link)->address == address) return *link;
  auto* const entry =
      static_cast<AnnotatedLock*>(heap().allocate(world().current, sizeof(AnnotatedLock)));
  if (entry == nullptr) return nullptr;
  *entry = {.address = address, .next = *link};
  *link = entry;
  return entry;
}

void remove_if_unused(std::uintptr_t address) {
  AnnotatedLock** const link = link_to(address);
  AnnotatedLock* const entry = *link;
  if (entry == nullptr || entry->address != address) return;
  if (entry->times > 0 || entry->readers > 0 || entry->flags != 0) return;
  *link = entry->next;
  heap().free(entry);
}

// The count of a thread is an entry, too: at the address of its record, where no lock is.
std::uintptr_t ignoring_entry() { return reinterpret_cast<std::uintptr_t>(&current_thread()); }

bool is_held(const AnnotatedLock& lock) { return lock.times > 0 || lock.readers > 0; }

}  // namespace

void note_lock_flags(std::uintptr_t address, std::uint32_t flags) {
  if (held_lock(address) == nullptr && flags == 0) return;
  if (AnnotatedLock* const entry = entry_of(address)) {
    if ((flags & kLinkerInitialised) == 0) *entry = {.address = address, .next = entry->next};
    entry->flags = flags;
  }
  remove_if_unused(address);
}

void note_annotated_lock(std::uintptr_t address, bool writes, std::uint32_t times) {
  AnnotatedLock* const entry = entry_of(address);
  if (entry == nullptr) return;
  const ThreadId self = world().current;
  if (!writes) {
    if (entry->times > 0) {
      report_misuse(ObjectId{address},
                    "%s locks an annotated lock for reading that %s holds for writing",
                    entry->writer);
    }
    ++entry->readers;
    return;
  }
  if (entry->times > 0 && entry->writer != self) {
    report_misuse(ObjectId{address}, "%s locks an annotated lock that %s holds", entry->writer);
    entry->times = 0;
  }
  entry->writer = self;
  entry->times += times;
}

std::uint32_t note_annotated_unlock(std::uintptr_t address, bool writes, bool entirely) {
  const AnnotatedLock* const found = held_lock(address);
  const bool is_written = found != nullptr && found->times > 0;
  if (!writes) {
    if (is_written) {
      report_misuse(ObjectId{address},
                    "%s unlocks an annotated lock from reading that %s holds for writing",
                    found->writer);
    } else if (found != nullptr && found->readers > 0) {
      --entry_of(address)->readers;
      remove_if_unused(address);
    }
    return 1;
  }
  if (!is_written) {
    report_misuse(ObjectId{address}, "%s unlocks an annotated lock that is not locked");
    return 1;
  }
  if (found->writer != world().current) {
    report_misuse(ObjectId{address}, "%s unlocks an annotated lock that %s holds", found->writer);
  }
  AnnotatedLock& lock = *entry_of(address);
  const std::uint32_t released = entirely ? std::exchange(lock.times, 0) : 1;
  if (!entirely) --lock.times;
  if (lock.times == 0) lock.writer = kNoThread;
  remove_if_unused(address);
  return released;
}

void note_annotated_end(std::uintptr_t address, std::uint32_t flags) {
  const AnnotatedLock* const found = held_lock(address);
  if (found == nullptr) return;
  if (((flags | found->flags) & kLinkerInitialised) != 0) return;
  if ((flags & kNotStatic) != 0 && (found->flags & kNotStatic) == 0) return;
  if (is_held(*found)) {
    const bool is_written = found->times > 0;
    report_misuse(ObjectId{address},
                  is_written ? "%s destroys an annotated lock that %s holds"
                             : "%s destroys an annotated lock that is held for reading",
                  is_written ? found->writer : kNoThread);
  }
  AnnotatedLock& lock = *entry_of(address);
  lock = {.address = address, .next = lock.next};
  remove_if_unused(address);
}

void note_ignoring_begin() {
  if (AnnotatedLock* const entry = entry_of(ignoring_entry())) ++entry->readers;
}

void note_ignoring_end() {
  AnnotatedLock** const link = link_to(ignoring_entry());
  if (*link == nullptr || (*link)->address != ignoring_entry()) return;
  --(*link)->readers;
  remove_if_unused(ignoring_entry());
}

bool is_ignoring() {
  return world().annotated_locks != nullptr && held_lock(ignoring_entry()) != nullptr;
}

void forget_annotated_locks(std::uintptr_t address, std::size_t size) {
  AnnotatedLock** const link = link_to(address);
  while (*link != nullptr && (*link)->address - address < size) {
    AnnotatedLock* const entry = *link;
    *link = entry->next;
    heap().free(entry);
  }
}

}  // namespace heddle::native
