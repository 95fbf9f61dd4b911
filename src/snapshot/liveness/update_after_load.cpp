#include "snapshot/liveness/update_after_load.hpp"

#include <optional>

#include "runtime/code_around.hpp"
#include "runtime/engine_thread.hpp"
#include "snapshot/liveness/memory_use.hpp"
#include "snapshot/liveness/update_sites.hpp"

namespace heddle::native {

namespace {

// Between the load and the exchange there is only arithmetic, with jumps for a minimum or maximum.
constexpr int kLongestUpdate = 48;

#if defined(__x86_64__)

// Returns whether the instruction is a compare-exchange.
bool is_exchange(const MemoryUse& use, std::uintptr_t at) {
  if (!use.is_indivisible) return false;
  const auto* byte = reinterpret_cast<const unsigned char*>(at);
  constexpr unsigned char kLock = 0xf0;
  constexpr unsigned char kShort = 0x66;
  constexpr unsigned char kWideFirst = 0x40;
  constexpr unsigned char kWideLast = 0x4f;
  while (*byte == kLock || *byte == kShort || (*byte >= kWideFirst && *byte <= kWideLast)) ++byte;
  return byte[0] == 0x0f && (byte[1] == 0xb0 || byte[1] == 0xb1);
}

}  // namespace

bool is_outlined_atomic(std::uintptr_t) { return false; }

#else

// Returns whether the instruction is, or begins, an atomic update.
bool is_exchange(const MemoryUse& use, std::uintptr_t) {
  return use.is_indivisible || (use.is_call && is_outlined_atomic(use.goes_to));
}

}  // namespace

bool is_outlined_atomic(std::uintptr_t address) {
  // A landing pad and the choice between the two kinds of instructions come first.
  constexpr int kBeforeTheAccess = 6;
  const std::uintptr_t end = address == 0 ? 0 : code_around(address).end;
  for (int i = 0; i < kBeforeTheAccess && address < end; ++i) {
    const std::optional<MemoryUse> use = memory_use_at(address, end);
    if (!use || use->is_call || !use->goes_on) return false;
    if (use->is_indivisible) return true;
    address = use->next;
  }
  return false;
}

#endif

std::uintptr_t exchange_after_load(std::uintptr_t after, std::uintptr_t end) {
  std::uintptr_t at = after;
  for (int i = 0; i < kLongestUpdate && at < end; ++i) {
    const std::optional<MemoryUse> use = memory_use_at(at, end);
    if (!use) return 0;
    if (is_exchange(*use, at)) return at;
    if (use->is_call) return 0;
    at = use->next;
  }
  return 0;
}

bool is_followed_by_exchange(Site after) {
  const auto address = static_cast<std::uintptr_t>(after);
  const EngineThread engine;
  UpdateSites& sites = allocated_part(runtime().update_sites);
  const auto found = sites.exchanges.find(address);
  if (found != sites.exchanges.end()) return found->second;
  const bool is_followed = exchange_after_load(address, code_around(address).end) != 0;
  sites.exchanges.emplace(address, is_followed);
  return is_followed;
}

}  // namespace heddle::native
