// Makes the memory accesses of a C library function for its caller, in one step or two.
//
// A call is one scheduling point, whatever it accesses: no other thread runs in between.  A copy is
// two scheduling points if accesses to both its source and its target are scheduling points: the
// data that it read may be outdated when it writes.  While the thread is paused, that data is in a
// runtime frame, so it must show in the operation.  Copies that are too large for that are made in
// one step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "interpose/memory/plain_access.hpp"
#include "interpose/memory/repeated_access.hpp"
#include "monitors/events.hpp"
#include "runtime/number_of.hpp"
#include "runtime/step_accesses.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {

// The accesses that a call is about to make.  Memory content determines where strings end, and it
// may change while the thread is paused.  So a function makes the list, and it is called again
// after a pause.
template <std::size_t count>
using AccessList = std::array<PlainAccess, count>;

template <typename... Accesses>
[[gnu::always_inline]] inline AccessList<sizeof...(Accesses)> list_of(Accesses... accesses) {
  return {accesses...};
}

// Returns whether the access is to memory where accesses are scheduling points.
inline bool counts(const PlainAccess& access) {
  return access.size > 0 && is_point(current_thread(), access);
}

// Logs the accesses that were not announced, for searches that reorder steps.
template <typename List>
void note_side_effects(const List& list, const PlainAccess& announced) {
  for (const PlainAccess& access : list) {
    if (!access.is_point) continue;
    const std::size_t known = access.same_memory(announced) ? kWidestOperation : 0;
    events::accesses_widely(access.address, access.size, access.writes(), known);
  }
}

// Returns the first write that needs a pause; otherwise the first such read; otherwise null.
template <typename List>
const PlainAccess* leading(const List& list) {
  const PlainAccess* found = nullptr;
  for (const PlainAccess& access : list) {
    if (!access.pauses) continue;
    if (found == nullptr || (access.writes() && !found->writes())) found = &access;
  }
  return found;
}

// Pauses before all accesses that `look` lists, which the thread then makes in one step.  Returns
// whether it paused.  `others`: the values that the call uses after the pause, in addition to the
// announced address.  REQUIRES: called by the program's code, see controlled_quietly; the caller
// passes the accesses to the monitors (`watch_all`).
template <typename List, typename Look>
[[gnu::always_inline]] inline bool pause_before_all(List& list, Look look, Site site,
                                                    ObjectId others) {
  list = look();
  for (PlainAccess& access : list) {
    if (access.size > 0) decide_pause(access);
  }
  const PlainAccess* const lead = leading(list);
  if (lead == nullptr) return false;
  const PlainAccess announced = *lead;
  announce_access(announced, site, others);
  list = look();
  for (PlainAccess& access : list) access.is_point = counts(access);
  note_side_effects(list, announced);
  return true;
}

// Before the monitors, which may have them forgotten.
template <typename List>
[[gnu::always_inline]] inline void remember(const List& list) {
  for (const PlainAccess& access : list) {
    if (access.size == 0 || access.is_point) continue;
    step_accesses().add(access.address, access.size, access.writes());
  }
}

template <typename List>
[[gnu::always_inline]] inline void watch_all(const List& list, bool has_paused, Site site) {
  const auto frames = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  for (const PlainAccess& access : list) {
    if (access.size == 0) continue;
    check_frame(access.address, access.kind, frames);
    watch(access, has_paused, site);
  }
}

// Makes all accesses that `look` lists, in one step.  `others` and REQUIRES: as pause_before_all.
template <typename Look>
[[gnu::always_inline]] inline void access_together(Look look, Site site, ObjectId others) {
  decltype(look()) list{};
  const bool pauses = pause_before_all(list, look, site, others);
  if (!pauses) remember(list);
  watch_all(list, pauses, site);
}

// Makes an access in a step that has begun: the call has paused for another reason, or its extent
// was unknown before.  REQUIRES: as pause_before_all.
inline void access_in_step(PlainAccess access, Site site) {
  if (access.size == 0) return;
  access.is_point = counts(access);
  note_side_effects(AccessList<1>{access}, {});
  watch(access, true, site);
}

// A copy of bytes: `reads` bytes are read from the source, and `size` of them are copied to `to`.
// Zeros follow, up to `writes` bytes in total.  `target` is an additional read.
struct Copy {
  char* to = nullptr;
  const char* from = nullptr;
  std::size_t size = 0;
  std::size_t reads = 0;
  std::size_t writes = 0;
  PlainAccess target{};

  AccessList<3> all() const { return {target, reading(from, reads), writing(to, writes)}; }
  AccessList<2> before() const { return {target, reading(from, reads)}; }
};

enum class Overlap : bool { never, allowed };

// Copies the bytes, in a frame of its own: g++ would warn about sizes that do not occur.
template <Overlap overlap>
[[gnu::noinline]] void carry_out(const Copy& copy, const char* from) {
  if (overlap == Overlap::allowed) {
    std::memmove(copy.to, from, copy.size);
  } else {
    std::memcpy(copy.to, from, copy.size);
  }
  if (copy.writes > copy.size) std::memset(copy.to + copy.size, 0, copy.writes - copy.size);
}

inline constexpr std::size_t kMostRemembered = 1024;

// Copies in two steps, in a frame of its own: other copies need no buffer for the data read.
template <Overlap overlap, typename Look>
[[gnu::noinline]] Copy copy_in_two_steps(Look look, Site site, ObjectId others) {
  access_together([&] { return look().before(); }, site, others);
  const Copy copy = look();
  std::array<char, kMostRemembered> read;
  const bool fits = copy.size <= read.size();
  if (fits) {
    std::memcpy(read.data(), copy.from, copy.size);
    const Fingerprint content = hash_of(read.data(), copy.size, 0);
    access_together([&] { return AccessList<1>{writing(copy.to, copy.writes)}; }, site,
                    arguments(number_of(copy.from), copy.size, copy.writes, content.low));
  } else {
    PlainAccess write = writing(copy.to, copy.writes);
    write.is_point = counts(write);
    note_side_effects(AccessList<1>{write}, {});
    watch(write, true, site);
  }
  carry_out<overlap>(copy, fits ? read.data() : copy.from);
  return copy;
}

// Makes the Copy that `look` returns.  Returns the Copy as it was when it was made.  REQUIRES: as
// access_together.
template <Overlap overlap = Overlap::never, typename Look>
[[gnu::always_inline]] inline Copy copy_memory(Look look, Site site, ObjectId others) {
  Copy copy = look();
  if (flags().plain_points != PlainPoints::none && copy.size <= kMostRemembered &&
      counts(writing(copy.to, copy.writes)) &&
      (counts(reading(copy.from, copy.reads)) || counts(copy.target))) {
    return copy_in_two_steps<overlap>(look, site, others);
  }
  access_together([&] { return (copy = look()).all(); }, site, others);
  carry_out<overlap>(copy, copy.from);
  return copy;
}

}  // namespace heddle::native
