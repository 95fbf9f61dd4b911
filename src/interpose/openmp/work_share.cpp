#include "interpose/openmp/work_share.hpp"

#include <algorithm>

#include "interpose/interpose.hpp"
#include "interpose/openmp/team.hpp"
#include "monitors/events.hpp"

namespace heddle::native::openmp {
namespace {

// Pauses before an access to the shares of the team, unless it has one thread.  Inlined, see
// announce_tasking.
[[gnu::always_inline]] inline void announce_sharing(Member& self, ObjectId arguments, Site site) {
  if (self.team->size == 1) return;
  scheduling_point({.kind = OpKind::atomic_update,
                    .size = sizeof self.team->sharing,
                    .object = object_of(&self.team->sharing),
                    .second = arguments,
                    .site = site});
  note_atomic_change(MemoryChange::some);
}

Share* find_share(Team& team, std::uint64_t number) {
  for (Share& share : team.shares) {
    if (share.number == number) return &share;
  }
  for (Share* share = team.more; share != nullptr; share = share->following) {
    if (share->number == number) return share;
  }
  return nullptr;
}

Share& add_share(Team& team, std::uint64_t number, const Iterations& iterations) {
  Share* share = find_share(team, 0);
  if (share == nullptr) {
    share = static_cast<Share*>(allocate(sizeof(Share)));
    share->following = team.more;
    team.more = share;
  }
  share->number = number;
  share->iterations = iterations;
  return *share;
}

void remove_share(Team& team, Share& share) {
  if (&share >= team.shares && &share < team.shares + kTeamShares) {
    share = {};
    return;
  }
  Share** link = &team.more;
  while (*link != &share) link = &(*link)->following;
  *link = share.following;
  release(&share);
}

void enter(Member& self, Share& share) {
  self.share = &share;
  self.trips = 0;
  self.chunk = 0;
  self.has_turn = 0;
  self.has_passed_turn = 0;
}

Range take_static(Member& self, const Share& share) {
  const Iterations& all = share.iterations;
  const std::uint64_t trip = self.trips++;
  if (all.chunk == 0) return trip == 0 ? one_per_thread(self, all.count) : Range{};
  const std::uint64_t chunk = trip * self.team->size + self.number;
  if (chunk >= (all.count + all.chunk - 1) / all.chunk) return {};
  const std::uint64_t begin = chunk * all.chunk;
  return {begin, begin + std::min(all.chunk, all.count - begin), chunk};
}

Range take_shared(const Member& self, Share& share) {
  const Iterations& all = share.iterations;
  const std::uint64_t left = all.count - share.next;
  if (left == 0) return {};
  std::uint64_t size = std::max<std::uint64_t>(all.chunk, 1);
  if (all.schedule == static_cast<std::uint64_t>(Schedule::guided)) {
    size = std::max(size, (left + self.team->size - 1) / self.team->size);
  }
  size = std::min(size, left);
  share.next += size;
  return {share.next - size, share.next, share.chunks++};
}

// Takes the next chunk.  The thread leaves the construct when there is none, and the last thread
// removes it.  REQUIRES: the step announced an operation on the shares.
Chunk take(Member& self) {
  Share& share = *self.share;
  const Iterations all = share.iterations;
  const bool is_static = all.schedule == static_cast<std::uint64_t>(Schedule::fixed);
  const Range range = is_static ? take_static(self, share) : take_shared(self, share);
  self.team->sharing = share.next;  // shown as the value of the operation
  if (range.begin == range.end) {
    self.share = nullptr;
    if (++share.left == self.team->size) remove_share(*self.team, share);
    return {};
  }
  self.chunk = range.chunk;
  self.has_passed_turn = 0;
  self.has_turn = share.turn == range.chunk ? 1 : 0;
  const std::uint64_t end = range.end == all.count ? all.end : all.first + range.end * all.step;
  return {.found = true,
          .first = all.first + range.begin * all.step,
          .end = end,
          .number = range.begin,
          .size = range.end - range.begin,
          .is_last = range.end == all.count};
}

// The member that holds the chunk whose turn has come, unless it already knows.
Member* next_in_turn(Team& team, const Share& share) {
  for (std::uint64_t i = 0; i < team.size; ++i) {
    Member& member = team.members[i];
    if (member.share == &share && member.chunk == share.turn && member.has_turn == 0) {
      return &member;
    }
  }
  return nullptr;
}

// REQUIRES: the thread has the turn, and the step announced an operation on the shares.
void hand_over(Member& self) {
  Share& share = *self.share;
  events::ordered_before(object_of(&share.turn));
  ++share.turn;
  if (Member* const other = next_in_turn(*self.team, share)) {
    semaphore_at(object_of(&other->turn)).count = 1;
    events::object_written(object_of(&other->turn));
  }
}

}  // namespace

Range one_per_thread(const Member& self, std::uint64_t count) {
  const std::uint64_t threads = self.team->size;
  const std::uint64_t smaller = count / threads;
  const std::uint64_t larger = count % threads;
  const std::uint64_t begin = self.number * smaller + std::min(self.number, larger);
  return {begin, begin + smaller + (self.number < larger ? 1 : 0), self.number};
}

Iterations upward_or_downward(long first, long end, long step) {
  const auto from = static_cast<std::uint64_t>(first);
  const auto to = static_cast<std::uint64_t>(end);
  const auto by = static_cast<std::uint64_t>(step);
  std::uint64_t count = 0;
  if (step > 0 && first < end) count = (to - from - 1) / by + 1;
  if (step < 0 && first > end) count = (from - to - 1) / (0 - by) + 1;
  return {.first = from, .end = to, .step = by, .count = count};
}

Iterations unsigned_iterations(bool up, std::uint64_t first, std::uint64_t end,
                               std::uint64_t step) {
  std::uint64_t count = 0;
  if (up && first < end) count = (end - first - 1) / step + 1;
  if (!up && first > end) count = (first - end - 1) / (0 - step) + 1;
  return {.first = first, .end = end, .step = step, .count = count};
}

void prepare_share(Team& team, const Iterations& iterations) {
  Share& share = add_share(team, 1, iterations);
  for (std::uint64_t i = 0; i < team.size; ++i) {
    enter(team.members[i], share);
    team.members[i].constructs = 1;
  }
}

Chunk enter_share(Member& self, const Iterations& iterations, ObjectId arguments, Site site) {
  const ObjectId all =
      native::arguments(static_cast<std::uint64_t>(arguments), iterations.first, iterations.end,
                        iterations.step, iterations.chunk, iterations.schedule);
  announce_sharing(self, all, site);
  const std::uint64_t number = ++self.constructs;
  Share* share = find_share(*self.team, number);
  if (share == nullptr) share = &add_share(*self.team, number, iterations);
  enter(self, *share);
  return take(self);
}

Chunk enter_ordered_share(Member& self, const Iterations& iterations, ObjectId arguments,
                          Site site) {
  const Chunk chunk = enter_share(self, iterations, arguments, site);
  if (chunk.found && self.has_turn != 0) events::ordered_after(object_of(&self.share->turn));
  return chunk;
}

Chunk next_chunk(Member& self, ObjectId arguments, Site site) {
  announce_sharing(self, arguments, site);
  return take(self);
}

void wait_for_turn(Member& self, ObjectId arguments, Site site) {
  if (self.has_turn != 0) return;
  const Operation operation{
      .kind = OpKind::sem_wait, .object = object_of(&self.turn), .second = arguments, .site = site};
  scheduling_point(operation);
  semaphore_at(operation.object).count = 0;
  self.has_turn = 1;
  events::ordered_after(object_of(&self.share->turn));
}

void pass_turn(Member& self, Site site) {
  wait_for_turn(self, kNoObject, site);
  announce_sharing(self, kNoObject, site);
  hand_over(self);
  self.has_passed_turn = 1;
}

Chunk next_ordered_chunk(Member& self, ObjectId arguments, Site site) {
  wait_for_turn(self, arguments, site);
  announce_sharing(self, arguments, site);
  if (self.has_passed_turn == 0) hand_over(self);
  const Chunk chunk = take(self);
  if (chunk.found && self.has_turn != 0) events::ordered_after(object_of(&self.share->turn));
  return chunk;
}

bool enter_single(Member& self, Site site) {
  if (self.team->size == 1) return true;
  scheduling_point({.kind = OpKind::atomic_compare_exchange,
                    .size = sizeof self.team->singles,
                    .object = object_of(&self.team->singles),
                    .site = site});
  const bool first = self.team->singles == self.singles++;
  if (first) ++self.team->singles;
  note_atomic_change(first ? MemoryChange::some : MemoryChange::none);
  if (!first) note_outcome(Outcome::refused);
  return first;
}

}  // namespace heddle::native::openmp
