// The local variables and parameters of a call in progress.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/memory_excerpt.hpp"

namespace heddle::symbolize {

// The registers of a frame under their DWARF numbers.
class FrameRegisters {
 public:
  // `machine` is the architecture in the header of the ELF file.
  FrameRegisters(int machine, const KeptRegisters& kept, std::uint64_t stack_pointer)
      : machine_(machine), kept_(kept), stack_pointer_(stack_pointer) {}

  // Returns the value of a register that calls preserve; nothing for others.
  std::optional<std::uint64_t> value(std::uint64_t number) const;

 private:
  int machine_;
  const KeptRegisters& kept_;
  std::uint64_t stack_pointer_;
};

// A variable in memory, or a value in a register.
struct LocalVariable {
  std::string name;
  Dwarf_Die type;
  bool is_register = false;
  std::uint64_t place = 0;    // the address, or the value
  int line = 0;               // where it is declared; 0 when unknown
  bool may_be_unset = false;  // it is declared behind the line that is being executed
  std::size_t level = 0;      // the function it belongs to, counted from the innermost inlined one
};

// Finds the variables that exist at an address of the code.  `functions` has the functions there,
// from the innermost inlined one out, and `lines` the lines being executed in them.
std::vector<LocalVariable> local_variables(std::vector<Dwarf_Die> functions,
                                           const std::vector<int>& lines, std::uint64_t code,
                                           std::uint64_t frame_end,
                                           const FrameRegisters& registers);

}  // namespace heddle::symbolize
