// The identifiers that all parts use, as distinct types so that they cannot be confused.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace heddle {

// A thread of the program under test.  Small and dense: 0 is the main thread.  Two executions give
// the same thread the same id, because ids are interned by creation path ("second child of thread
// 1"), never by time.
enum class ThreadId : std::uint16_t {};

// An object that threads share: a mutex, an atomic cell, a memory cell, a thread's end.  Its
// address in a native program, a small number in a model.
enum class ObjectId : std::uint64_t {};

// The place in the code from which an operation was announced: a return address in a native
// program, an instruction index in a model.
enum class Site : std::uint64_t {};

// Fingerprint of a state: equal for equal states.  A hash of 128 bits, of which a store may keep
// 64.
struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  // Makes fingerprints of states with different contexts differ; 0 is no context.
  void add(std::uint64_t context) {
    if (context == 0) return;
    low = (low ^ context) * 0x9e3779b97f4a7c15ULL;
    low ^= low >> 32;
    high = (high ^ low) * 0xd6e8feb86659fd93ULL + context;
  }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

inline constexpr ThreadId kNoThread{std::numeric_limits<std::uint16_t>::max()};
inline constexpr ThreadId kMainThread{0};
inline constexpr ObjectId kNoObject{0};
inline constexpr Site kNoSite{0};

constexpr std::uint16_t index(ThreadId thread) { return static_cast<std::uint16_t>(thread); }
constexpr ThreadId thread_id(std::size_t index) {
  return ThreadId{static_cast<std::uint16_t>(index)};
}

}  // namespace heddle
