#include "worker/program_guidance.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/memory_regions.hpp"

namespace heddle::worker {
namespace {

using guidance::Wanted;

bool is_loaded_as(const guidance::GuideModule& known, const native::LoadedModule& loaded) {
  if (!known.build_id.empty() && known.build_id == loaded.build_id) return true;
  std::error_code ignored;
  return known.name == loaded.path || std::filesystem::equivalent(known.name, loaded.path, ignored);
}

bool is_lock(OpKind kind) {
  constexpr std::array kLocks = {
      OpKind::mutex_lock,    OpKind::mutex_trylock,    OpKind::mutex_timedlock,
      OpKind::rwlock_rdlock, OpKind::rwlock_tryrdlock, OpKind::rwlock_timedrdlock,
      OpKind::rwlock_wrlock, OpKind::rwlock_trywrlock, OpKind::rwlock_timedwrlock,
      OpKind::spin_lock,     OpKind::spin_trylock};
  return std::find(kLocks.begin(), kLocks.end(), kind) != kLocks.end();
}

// Returns the kinds that the operation matches; an update reads and writes.
std::array<Wanted, 2> roles(OpKind kind) {
  if (is_lock(kind)) return {Wanted::lock, Wanted::lock};
  switch (kind) {
    case OpKind::atomic_load:
    case OpKind::read:
    case OpKind::await:
      return {Wanted::read, Wanted::read};
    case OpKind::atomic_store:
    case OpKind::write:
      return {Wanted::write, Wanted::write};
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return {Wanted::read, Wanted::write};
    case OpKind::mutex_unlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
      return {Wanted::unlock, Wanted::unlock};
    case OpKind::cond_wait:
    case OpKind::barrier_wait:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
    case OpKind::futex_wait:
    case OpKind::thread_join:
      return {Wanted::wait, Wanted::wait};
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::sem_post:
    case OpKind::futex_wake:
    case OpKind::futex_requeue:
      return {Wanted::notify, Wanted::notify};
    default:
      return {Wanted::any, Wanted::any};
  }
}

std::span<const std::uintptr_t> calls_of(const StateView& view, const ThreadView& thread) {
  return view.relations == nullptr ? std::span<const std::uintptr_t>{}
                                   : view.relations->calls(thread.id);
}

}  // namespace

ProgramGuidance::ProgramGuidance(guidance::Guide guide) : guide_(std::move(guide)) {
  const std::vector<native::LoadedModule> loaded = native::loaded_modules();
  for (std::size_t i = 0; i < guide_.modules().size(); ++i) {
    for (const native::LoadedModule& module : loaded) {
      if (is_loaded_as(guide_.modules()[i], module)) guide_.place(i, module.base);
    }
  }
}

bool ProgramGuidance::is_at(std::size_t location, const StateView& view,
                            const ThreadView& thread) const {
  // A lock or a condition is known by its first byte.
  const guidance::Touched touched{static_cast<std::uintptr_t>(thread.next.object),
                                  std::max<std::size_t>(thread.next.size, 1)};
  const std::span<const std::uintptr_t> calls = calls_of(view, thread);
  const std::array<Wanted, 2> roles = worker::roles(thread.next.kind);
  return std::any_of(roles.begin(), roles.end(),
                     [&](Wanted role) { return guide_.matches(location, role, touched, calls); });
}

std::uint64_t ProgramGuidance::distance(std::size_t location, const StateView& view,
                                        const ThreadView& thread) const {
  const guidance::Cost cost = guide_.distance(location, calls_of(view, thread));
  return cost == guidance::kUnreachable ? heddle::kUnreachable : cost;
}

Result<std::shared_ptr<const Guidance>> load_guidance(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return Error{"Cannot read the guide '" + file + "'; leave out --guide."};
  Result<guidance::Guide> guide = guidance::Guide::decode(text.str());
  if (!guide) return guide.error();
  return std::shared_ptr<const Guidance>(std::make_shared<ProgramGuidance>(std::move(*guide)));
}

}  // namespace heddle::worker
