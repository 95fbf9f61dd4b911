// Finds the memory that the printf and scanf families access through their arguments, from the
// format.
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "interpose/memory/access_set.hpp"

namespace heddle::native {

struct PrintedArguments {
  AccessSet accesses;            // of the format, its strings and %n
  ObjectId numbers = kNoObject;  // all arguments, see Operation::second
  bool stores_count = false;     // the format has %n
};

// In formats with numbered arguments (%1$s), strings are not observed.
PrintedArguments printed_arguments(const char* format, va_list list);

// A place to which a scanf function writes.
struct ScanTarget {
  enum class Extent : std::uint8_t { value, text, wide_text };
  void* address = nullptr;
  std::size_t size = 0;  // of a text: of its first element
  Extent extent = Extent::value;
  bool is_count = false;  // %n, which is no conversion

  // Returns the access; that to a text is known only when the text was written.
  PlainAccess before() const { return writing(address, size); }
  PlainAccess after() const;
};

struct ScanTargets {
  static constexpr std::size_t kMost = AccessSet::kMost;
  std::array<ScanTarget, kMost> all{};
  std::size_t count = 0;
  std::size_t format_size = 0;
  ObjectId numbers = kNoObject;  // as above

  // Returns how many of them a call wrote that made so many conversions.
  std::size_t written(int conversions) const;
};

// Formats with numbered arguments count as without targets.
ScanTargets scan_targets(const char* format, va_list list);

}  // namespace heddle::native
