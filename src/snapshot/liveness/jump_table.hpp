// Jumps through a table, as clang++ writes a `switch` without optimisation: a bound is checked, an
// entry of four bytes is loaded, and it is added to an address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "snapshot/liveness/function_part.hpp"

namespace heddle::native {

// The number of instructions that such a jump takes at most.
inline constexpr std::size_t kLongestTrail = 10;

// Returns the targets of a computed jump.  Nothing when the code does not have that form, or when a
// target is outside the function.  `trail` has the addresses of the instructions that lead to the
// jump one after the other, the jump last.
std::optional<std::vector<std::uintptr_t>> jump_targets(std::span<const std::uintptr_t> trail,
                                                        const FunctionPart& part);

// Reads the entries of a table, which are offsets from `base`.  Nothing as above.
std::optional<std::vector<std::uintptr_t>> table_targets(std::uintptr_t table, std::uintptr_t base,
                                                         std::uint64_t count,
                                                         const FunctionPart& part);

}  // namespace heddle::native
