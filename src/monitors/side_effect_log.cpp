#include "monitors/side_effect_log.hpp"

#include <algorithm>

#include "runtime/program_uses.hpp"

namespace heddle::native {
namespace {

ThreadId block_owner(const void* block) {
  return thread_id((reinterpret_cast<std::uintptr_t>(block) - kHeapBase) / kArenaStride);
}

}  // namespace

void SideEffectLog::add(const SideEffect& side_effect) {
  if (count_ == side_effects_.size()) {
    overflowed_ = true;
    return;
  }
  side_effects_[count_++] = side_effect;
}

// Logs an access.  A repeated access adds no information unless its thread has created or joined a
// thread in between.
void SideEffectLog::access(ObjectId object, AccessMode mode, std::uint8_t size) {
  const SideEffect side_effect{
      SideEffect::Kind::access, world().current, kNoThread, {object, size, mode}};
  for (std::size_t i = count_; i-- > 0 && side_effects_[i].kind == SideEffect::Kind::access;) {
    if (side_effects_[i] == side_effect) return;
  }
  add(side_effect);
}

void note_wide_access(std::uintptr_t address, std::size_t size, AccessMode mode,
                      std::size_t announced) {
  if (!logs_side_effects()) return;
  for (std::size_t done = announced; done < size; done += kWidestOperation) {
    const std::size_t bytes = std::min(size - done, kWidestOperation);
    side_effect_log().access(ObjectId{address + done}, mode, static_cast<std::uint8_t>(bytes));
  }
}

void note_block_end(const void* block) {
  if (!logs_side_effects()) return;
  side_effect_log().access(life_of_block(reinterpret_cast<std::uintptr_t>(block)),
                           AccessMode::write);
  const ThreadId owner = block_owner(block);
  if (owner == world().current) return;
  side_effect_log().access(pool_of(owner, heap().pool_of(block)), AccessMode::read);
}

void note_pages_end(std::uintptr_t address, std::size_t size) {
  if (!logs_side_effects()) return;
  for (std::uintptr_t at = address; at < address + size;) {
    const Placement part = heap().locate(at);
    if (part.kind == Placement::Kind::unknown) return;
    const bool is_used = part.kind == Placement::Kind::in_use;
    if (is_used) side_effect_log().access(life_of_block(part.block), AccessMode::write);
    const std::uintptr_t last = is_used ? part.block + part.size : 0;
    at = std::max((at + kMappedPage) & ~(kMappedPage - 1), last);
  }
}

void note_arrival(ObjectId object) {
  if (!logs_side_effects() || !program_uses(ProgramUse::initialisations)) return;
  side_effect_log().access(arrival_at(object), AccessMode::read);
}

void note_initialisation(ObjectId object) {
  if (logs_side_effects()) side_effect_log().access(arrival_at(object), AccessMode::write);
}

void note_allocation(const void* block) {
  if (!logs_side_effects()) return;
  side_effect_log().access(pool_of(block_owner(block), heap().pool_of(block)), AccessMode::write);
}

}  // namespace heddle::native
