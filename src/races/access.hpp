// A memory access as the race detector stores it, and a data race of two accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/memory_excerpt.hpp"
#include "core/schedule.hpp"

namespace heddle::races {

struct Access {
  ThreadId thread = kNoThread;
  std::uint32_t clock = 0;  // of that thread, at the access
  Site site = kNoSite;
  std::uint32_t size = 0;
  bool writes = false;
  bool is_atomic = false;
  bool frees = false;  // gives the memory back, which counts as writing all of it
};

// Two accesses to the same byte, of which one writes and at most one is atomic, without a
// happens-before edge between them.
struct Race {
  std::uintptr_t address = 0;  // of the first byte in common
  std::uint8_t bytes = 0;      // all of them, as bits, in the word of eight bytes around it
  Access earlier;
  Access later;
  // The last clock of the earlier thread that is ordered before the later access: less than
  // `earlier.clock`; 0: none.
  std::uint32_t heard = 0;

  // Noted by the receiver of the race.
  std::vector<Site> earlier_stack = {};  // innermost first; empty unless is_explained
  std::vector<Site> later_stack = {};
  Schedule schedule = {};   // leads to the race
  std::string memory = {};  // description of memory on the heap or on a stack; otherwise empty
  std::vector<MemoryExcerpt> around = {};  // the memory around it, if that was looked at
  bool is_explained = false;
};

class RaceSink {
 public:
  virtual ~RaceSink() = default;
  // Called for each race.  The same race may be found again, at another byte or by another access
  // from the same site.
  virtual void found(const Race& race) = 0;
};

}  // namespace heddle::races
