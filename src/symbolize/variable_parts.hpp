// Names parts of global variables by their types: "account.balance", "slots[2].next".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::symbolize {

// The global and static variables of a file that its debug information describes.
class VariableParts {
 public:
  explicit VariableParts(Dwarf* dwarf);

  // Returns the part at an offset of the variable that begins at an address: ".balance"; empty for
  // the whole, "+4" inside a part that has no names.  Nothing when the variable is not described.
  std::optional<std::string> part(std::uint64_t begin, std::uint64_t offset) const;

 private:
  struct Extent {
    Dwarf_Off begin;
    Dwarf_Off end;
  };

  // Reads the entries below one that ends at this offset of the file.
  void walk(Dwarf_Die& parent, Dwarf_Off end, bool in_library);
  std::string part_of(Dwarf_Die type, std::uint64_t offset, int depth) const;
  std::string part_of_class(Dwarf_Die& type, std::uint64_t offset, int depth) const;
  std::string part_of_array(Dwarf_Die& type, std::uint64_t offset, int depth) const;
  bool is_of_library(Dwarf_Die& type) const;

  std::map<std::uint64_t, Dwarf_Die> types_;  // by the address of the variable
  std::vector<Extent> library_;               // the types of the C++ library, in order
};

}  // namespace heddle::symbolize
