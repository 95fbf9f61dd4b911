#include "monitors/deed_log.hpp"

#include <algorithm>

namespace heddle::native {

bool g_reorders = false;
constinit DeedLog g_deeds;

namespace {

ThreadId owner_of(const void* block) {
  return thread_id((reinterpret_cast<std::uintptr_t>(block) - kHeapBase) / kArenaStride);
}

}  // namespace

void DeedLog::add(const Deed& deed) {
  if (count_ == deeds_.size()) {
    overflowed_ = true;
    return;
  }
  deeds_[count_++] = deed;
}

// The same access again says nothing new unless its thread has learned something in between.
void DeedLog::access(ObjectId object, AccessMode mode, std::uint8_t size) {
  const Deed deed{Deed::Kind::access, world().current, kNoThread, {object, size, mode}};
  for (std::size_t i = count_; i-- > 0 && deeds_[i].kind == Deed::Kind::access;) {
    if (deeds_[i] == deed) return;
  }
  add(deed);
}

void note_wide_access(std::uintptr_t address, std::size_t size, AccessMode mode,
                      std::size_t announced) {
  if (!logs_deeds()) return;
  for (std::size_t done = announced; done < size; done += kWidestOperation) {
    const std::size_t bytes = std::min(size - done, kWidestOperation);
    g_deeds.access(ObjectId{address + done}, mode, static_cast<std::uint8_t>(bytes));
  }
}

void note_block_end(const void* block) {
  if (!logs_deeds()) return;
  g_deeds.access(life_of_block(reinterpret_cast<std::uintptr_t>(block)), AccessMode::write);
  const ThreadId owner = owner_of(block);
  if (owner == world().current) return;
  g_deeds.access(pool_of(owner, heap().pool_of(block)), AccessMode::read);
}

void note_allocation(const void* block) {
  if (!logs_deeds()) return;
  g_deeds.access(pool_of(owner_of(block), heap().pool_of(block)), AccessMode::write);
}

}  // namespace heddle::native
