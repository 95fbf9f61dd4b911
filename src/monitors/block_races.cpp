#include "monitors/block_races.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostSchedules = 200;
constexpr std::size_t kMostMemos = 200'000;
constexpr std::size_t kCell = 8;  // as of scheduling points, see shared_memory.hpp

using races::BlockAccess;
using races::BlockAccesses;
using races::Overlap;
using Entries = std::span<const BlockLog::Entry>;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

// Returns the number, counted from 1, of the child of `earlier` that `later` is or descends from.
// Returns 0 if there is none.
std::uint32_t born(ThreadId earlier, ThreadId later) {
  for (ThreadId at = later; at != kNoThread; at = thread(at).creator) {
    if (thread(at).creator == earlier) return thread(at).ordinal + 1U;
  }
  return 0;
}

// Returns whether the operation conflicts with another like a plain access.  To destroy an object
// is a plain write to it.
bool is_plain(const Operation& operation) {
  return operation.kind == OpKind::read || operation.kind == OpKind::write ||
         (operation.kind == OpKind::destroy && operation.size != 0);
}

// Returns the access of the operation itself; an empty range if it cannot race.
BlockAccess access_of(const Operation& operation) {
  const bool is_access = is_plain(operation) || operation.kind == OpKind::atomic_load ||
                         operation.kind == OpKind::atomic_store ||
                         operation.kind == OpKind::atomic_update ||
                         operation.kind == OpKind::atomic_compare_exchange;
  const auto begin = static_cast<std::uintptr_t>(operation.object);
  if (is_object_operation(operation.kind) && operation.size != 0 && !is_plain(operation) &&
      operation.kind != OpKind::cond_wake) {
    return {begin, begin + std::min(operation.size, kObjectBytes), 0, false, true};
  }
  if (!is_access) return {};
  const bool writes = operation.kind != OpKind::read && operation.kind != OpKind::atomic_load;
  return {begin, begin + operation.size, 0, writes, !is_plain(operation)};
}

}  // namespace

class BlockRaces {
 public:
  std::vector<BlockConflict> conflicts;
  bool was_cut = false;

  void step(ThreadId moved, Entries entries) {
    const bool is_simple = std::all_of(entries.begin(), entries.end(), [&](const auto& entry) {
      return entry.thread == moved && entry.joined == kNoThread;
    });
    overlaps_.clear();
    is_simple ? simple_step(moved, entries) : mixed_step(moved, entries);
    if (!overlaps_.empty()) note_conflicts();
    was_cut |= numbers_.is_full();
  }

  // Notes a conflict of two threads that are both about to make an access: either may be first.
  void pair(const ThreadView& one, const ThreadView& other) {
    const BlockAccess first = access_of(one.next);
    const BlockAccess second = access_of(other.next);
    if (!races::conflict(first, second) || conflicts.size() >= kMostSchedules) return;
    if (!one.enabled() || !other.enabled()) return;  // a later state has both
    if (!places_.insert(std::minmax(one.next.site, other.next.site)).second) return;
    BlockConflict conflict;
    conflict.memory = {{std::max(first.begin, second.begin), std::min(first.end, second.end)}};
    conflict.schedule = scheduler().schedule();
    conflict.schedule.push_back({one.id, 0});
    conflict.schedule.push_back({other.id, 0});
    conflicts.push_back(std::move(conflict));
  }

 private:
  // The accesses of one thread, as numbers of sets.
  struct Numbers {
    std::uint64_t all = 0;
    std::uint64_t plain = 0;
  };
  using Accesses = std::map<ThreadId, BlockAccesses>;

  void simple_step(ThreadId moved, Entries entries);
  void mixed_step(ThreadId moved, Entries entries);
  void compare(ThreadId moved, const BlockAccess& access, const Accesses& here);
  Numbers numbers_of(Entries entries);
  void note_conflicts();

  races::BlockNumbers numbers_;
  std::unordered_map<std::uint64_t, Numbers> known_;  // by a hash of the entries
  std::unordered_set<std::uint64_t> compared_;        // pairs of sets
  std::set<std::pair<Site, Site>> places_;            // of reported racing points
  std::unordered_set<std::uintptr_t> reported_;       // cells
  std::vector<Overlap> overlaps_;                     // of this step
};

namespace {

BlockRaces& block_races() { return allocated_part(runtime().block_races); }

}  // namespace

BlockRaces::Numbers BlockRaces::numbers_of(Entries entries) {
  if (entries.empty()) return {};
  std::uint64_t hash = entries.size();
  for (const BlockLog::Entry& entry : entries) {
    const BlockAccess& access = entry.access;
    hash = mix(mix(mix(hash, access.begin), access.end - access.begin), access.manner());
  }
  const auto found = known_.find(hash);
  if (found != known_.end()) return found->second;
  BlockAccesses all;
  BlockAccesses plain;
  for (const BlockLog::Entry& entry : entries) {
    all.push_back(entry.access);
    if (!entry.access.is_atomic) plain.push_back(entry.access);
  }
  const Numbers numbers{numbers_.number_of(std::move(all)), numbers_.number_of(std::move(plain))};
  if (known_.size() >= kMostMemos) known_.clear();
  known_.emplace(hash, numbers);
  return numbers;
}

// Processes a step in which one thread moved and neither created nor joined another.
void BlockRaces::simple_step(ThreadId moved, Entries entries) {
  const Numbers now = numbers_of(entries);
  World& world = native::world();
  for (std::uint32_t i = 0; now.all != 0 && i < world.threads_seen; ++i) {
    const Thread& other = world.threads[i];
    if (other.recent == 0 || thread_id(i) == moved) continue;
    const std::uint32_t child = born(thread_id(i), moved);
    if (compared_.size() >= kMostMemos) compared_.clear();
    if (!compared_.insert(mix(mix(other.recent, now.all), child)).second) continue;
    races::find_conflicts(numbers_.set_of(other.recent), numbers_.set_of(now.all), child,
                          overlaps_);
  }
  writable_thread(moved).recent = now.plain;
}

// Compares one access with the accesses of other threads in this step and before it.
void BlockRaces::compare(ThreadId moved, const BlockAccess& access, const Accesses& here) {
  World& world = native::world();
  const BlockAccesses later{access};
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const ThreadId other = thread_id(i);
    if (other == moved) continue;
    const auto found = here.find(other);
    if (found == here.end() && world.threads[i].recent == 0) continue;
    BlockAccesses earlier =
        found != here.end() ? found->second : numbers_.set_of(world.threads[i].recent);
    races::normalise(earlier);
    races::find_conflicts(earlier, later, born(other, moved), overlaps_);
  }
}

// Processes a step in which threads were created, ended, were joined or continued.  A joining
// thread inherits the accesses of the joined thread: they are ordered only with the joining thread.
void BlockRaces::mixed_step(ThreadId moved, Entries entries) {
  Accesses here;
  here[moved];  // what it did before its operation does not count any more
  const auto of = [&](ThreadId thread) -> BlockAccesses& {
    const auto [at, is_new] = here.try_emplace(thread);
    if (is_new) at->second = numbers_.set_of(native::thread(thread).recent);
    return at->second;
  };
  for (const BlockLog::Entry& entry : entries) {
    BlockAccesses& mine = of(entry.thread);
    if (entry.joined == kNoThread) {
      compare(entry.thread, entry.access, here);
      if (!entry.access.is_atomic) mine.push_back(entry.access);
      continue;
    }
    BlockAccesses& ended = of(entry.joined);
    for (BlockAccess& access : ended) {
      access.children = entry.access.children;
      mine.push_back(access);
    }
    ended.clear();
  }
  for (auto& [thread, accesses] : here) {
    writable_thread(thread).recent = numbers_.number_of(std::move(accesses));
  }
}

void BlockRaces::note_conflicts() {
  BlockConflict conflict;
  for (const Overlap& overlap : overlaps_) {
    bool is_new = false;
    for (std::uintptr_t cell = overlap.begin / kCell; cell <= (overlap.end - 1) / kCell; ++cell) {
      is_new |= reported_.insert(cell).second;
    }
    if (is_new) conflict.memory.push_back(overlap);
  }
  if (conflict.memory.empty()) return;
  if (conflicts.size() < kMostSchedules) conflict.schedule = scheduler().schedule();
  conflicts.push_back(std::move(conflict));
}

void begin_block_races(BlockWatch watch) {
  flags().block_watch = watch;
  block_log().clear();
}

void note_logged_step(ThreadId moved) {
  if (block_log().overflowed()) block_races().was_cut = true;
  const Entries entries = block_log().entries();
  // Most steps touch no shared memory.
  if (entries.empty()) {
    writable_thread(moved).recent = 0;
  } else {
    block_races().step(moved, entries);
    block_log().clear();
  }
  // No access follows, or every further access is ordered after all recent ones.
  if (!is_alone() && scheduler().ended() == Verdict::running) return;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (world().threads[i].recent != 0) writable_thread(thread_id(i)).recent = 0;
  }
}

void note_racing_points(std::span<const ThreadView> threads) {
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (!is_plain(threads[i].next)) continue;
    for (std::size_t j = 0; j < threads.size(); ++j) {
      // A pair of plain accesses is visited twice.
      if (j == i || (j < i && is_plain(threads[j].next))) continue;
      block_races().pair(threads[i], threads[j]);
    }
  }
}

std::vector<BlockConflict> take_block_conflicts() {
  return std::exchange(block_races().conflicts, {});
}

bool block_races_were_cut() { return block_races().was_cut; }

}  // namespace heddle::native
