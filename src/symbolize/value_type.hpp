// The type of a memory cell, as far as it decides how its value is shown.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::symbolize {

struct ValueType {
  enum class Kind : std::uint8_t {
    unknown,
    boolean,
    character,
    signed_number,
    unsigned_number,
    floating,
    pointer,
    enumeration,
  };
  Kind kind = Kind::unknown;
  std::uint64_t size = 0;                                         // in bytes
  std::vector<std::pair<std::uint64_t, std::string>> names = {};  // of an enumeration's values

  friend bool operator==(const ValueType&, const ValueType&) = default;
};

// Reads the type of a cell.
ValueType value_type(Dwarf_Die type);

}  // namespace heddle::symbolize
