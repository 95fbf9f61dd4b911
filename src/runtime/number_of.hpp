// Addresses as numbers.
#pragma once

#include <cstdint>
#include <type_traits>

namespace heddle::native {

// Returns the number of a pointer or of another argument.
template <typename Argument>
std::uint64_t number_of(Argument argument) {
  if constexpr (std::is_pointer_v<Argument>) {
    return reinterpret_cast<std::uintptr_t>(argument);
  } else {
    return static_cast<std::uint64_t>(argument);
  }
}

}  // namespace heddle::native
