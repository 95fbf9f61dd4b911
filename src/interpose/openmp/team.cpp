#include "interpose/openmp/team.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "interpose/openmp/omp_environment.hpp"
#include "interpose/openmp/tasks.hpp"
#include "runtime/openmp.hpp"

namespace heddle::native::openmp {
namespace {

Team* make_team(std::uint64_t size, const Settings& settings) {
  void* const memory = allocate(offsetof(Team, members) + size * sizeof(Member));
  Team* const team = static_cast<Team*>(memory);
  team->size = size;
  barrier_at(object_of(&team->barrier)).needed = static_cast<std::uint32_t>(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    Member& member = team->members[i];
    member.team = team;
    member.number = i;
    member.settings = settings;
    member.task = &member.implicit;
    member.implicit.references = 1;
  }
  return team;
}

std::uint64_t size_of_team(std::uint64_t threads, const Settings& settings,
                           std::uint64_t active_level) {
  if (active_level >= settings.active_levels) return 1;
  return threads == 0 ? settings.threads : threads;
}

// Executes the region and waits at its end, where tasks may be left to execute.  A new thread has
// no call in the program at which it waits.  The place is that of the region's function: a place
// decides where the program's frames begin, see paused_frames.hpp.
void execute(Member& self, Site end) {
  self.team->function(self.team->data);
  if (uses_openmp_tasks()) wait_with_tasks(self, end);
}

void* run_member(void* argument) {
  auto* const self = static_cast<Member*>(argument);
  set_place(self);
  execute(*self, self->team->body);
  return nullptr;
}

void run_team(Team* team) {
  for (std::uint64_t i = 1; i < team->size; ++i) {
    scheduler().create(&team->members[i].handle, run_member, &team->members[i], false);
  }
  Member& self = team->members[0];
  execute(self, team->site);
  for (std::uint64_t i = 1; i < team->size; ++i) {
    void* nothing = nullptr;
    join_thread(team->members[i].handle, nothing, nullptr, team->site);
  }
}

// The calling thread is the first one of the new team.
Team* enter_team(std::uint64_t threads) {
  Member* const outer = place();
  const Settings now = settings();
  const std::uint64_t level = outer != nullptr ? outer->team->level : 0;
  const std::uint64_t active = outer != nullptr ? outer->team->active_level : 0;
  Team* const team = make_team(size_of_team(threads, now, active), now);
  team->level = level + 1;
  team->active_level = active + (team->size > 1 ? 1 : 0);
  team->members[0].outer = outer;
  set_place(&team->members[0]);
  return team;
}

void leave_team(Team* team) {
  set_place(team->members[0].outer);
  release(team);
}

[[gnu::noinline]] void begin_team(void (*function)(void*), void* data, std::uint64_t threads,
                                  const Iterations* loop, Site body, Site site) {
  Team* const team = enter_team(threads);
  team->function = function;
  team->data = data;
  team->site = site;
  team->body = body;
  if (loop != nullptr) prepare_share(*team, *loop);
  run_team(team);
  leave_team(team);
}

}  // namespace

void* allocate(std::uint64_t size) {
  void* const block = std::calloc(1, size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void release(void* block) { std::free(block); }

Member* place() { return static_cast<Member*>(current_thread().argument); }
void set_place(Member* member) { current_thread().argument = member; }

Member& member() {
  if (place() == nullptr) set_place(&make_team(1, initial_settings())->members[0]);
  return *place();
}

Settings settings() { return place() != nullptr ? place()->settings : initial_settings(); }

// While the region runs, this frame and that of the next function lie between frames of the program
// and are compared with them, see run_once.
void run_parallel(void (*function)(void*), void* data, std::uint64_t threads,
                  const Iterations* loop, Site site) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  begin_team(function, data, threads, loop, inside(function), site);
}

void run_parallel(void (*function)(void*), void* data, std::uint64_t threads, Site body,
                  Site site) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  begin_team(function, data, threads, nullptr, body, site);
}

void begin_region_of_one() { enter_team(1); }

void end_region_of_one(Site site) {
  if (uses_openmp_tasks()) wait_with_tasks(*place(), site);
  leave_team(place()->team);
}

void wait_for_team(Member& self, Site site) {
  if (uses_openmp_tasks()) return wait_with_tasks(self, site);
  if (self.team->size > 1) wait_at_barrier(&self.team->barrier, site);
}

}  // namespace heddle::native::openmp
