// The global and static variables of a file, with their types.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <optional>

#include "symbolize/part_names.hpp"

namespace heddle::symbolize {

// Finds the variables and the types of a file that its debug information describes.
class VariableParts {
 public:
  explicit VariableParts(Dwarf* dwarf);

  // Returns the type of the variable that begins at an address; nothing when it is not described.
  std::optional<Dwarf_Die> type(std::uint64_t begin) const;

  const PartNames& names() const { return names_; }

 private:
  // Reads the entries below one that ends at this offset of the file.
  void walk(Dwarf_Die& parent, Dwarf_Off end, bool in_library);

  std::map<std::uint64_t, Dwarf_Die> types_;  // by the address of the variable
  PartNames names_;
};

}  // namespace heddle::symbolize
