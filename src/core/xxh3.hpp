// XXH3, inlined.  It reads by memcpy: g++ may otherwise move its reads before the writes of what is
// hashed, if that has members of other types than the 64-bit numbers that XXH3 takes it for.
#pragma once

#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 0
#include <xxhash.h>
