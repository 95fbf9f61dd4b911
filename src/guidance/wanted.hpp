// Kinds of operations, as locations distinguish them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/operation.hpp"

namespace heddle::guidance {

enum class Wanted : std::uint8_t {
  any,
  read,
  write,
  lock,
  unlock,
  wait,
  notify,
  // Only operations have these kinds; locations want one of the above.
  update,  // reads and writes
  other
};
inline constexpr std::uint8_t kLastWanted = static_cast<std::uint8_t>(Wanted::notify);

// "write"; `wanted_by` is its inverse, for the kinds that a location may want.
std::string_view name(Wanted wanted);
std::optional<Wanted> wanted_by(std::string_view word);

// The kind of an operation of the explored program.
Wanted wanted_of(OpKind kind);

// Whether an operation of kind `performed` is one that a location wants.
constexpr bool fits(Wanted wanted, Wanted performed) {
  if (wanted == Wanted::any || wanted == performed) return true;
  return performed == Wanted::update && (wanted == Wanted::read || wanted == Wanted::write);
}

}  // namespace heddle::guidance
