// __sanitizer_unaligned_load16 and its relatives (sanitizer/common_interface_defs.h): accesses to
// memory that need not be aligned, which the program makes by calls.
#include <cstdint>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"

namespace heddle::native {

#define HEDDLE_UNALIGNED(bits)                                                                   \
  HEDDLE_INTERPOSE std::uint##bits##_t __sanitizer_unaligned_load##bits(const void* from) {      \
    access_memory(from, bits / 8, OpKind::read, HEDDLE_CALLER, kNoObject);                       \
    std::uint##bits##_t value = 0;                                                               \
    std::memcpy(&value, from, sizeof value);                                                     \
    return value;                                                                                \
  }                                                                                              \
  HEDDLE_INTERPOSE void __sanitizer_unaligned_store##bits(void* to, std::uint##bits##_t value) { \
    access_memory(to, bits / 8, OpKind::write, HEDDLE_CALLER, kNoObject);                        \
    std::memcpy(to, &value, sizeof value);                                                       \
  }

HEDDLE_UNALIGNED(16)
HEDDLE_UNALIGNED(32)
HEDDLE_UNALIGNED(64)

}  // namespace heddle::native
