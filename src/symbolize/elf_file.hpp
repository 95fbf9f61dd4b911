// One ELF file with its DWARF and its symbol table, opened with libdw.
#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "symbolize/symbolizer.hpp"
#include "symbolize/unit.hpp"
#include "symbolize/variable_parts.hpp"

namespace heddle::symbolize {

class ElfFile {
 public:
  // A file that cannot be read has no functions and no variables.
  explicit ElfFile(const std::string& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  // The functions at an address, innermost first; empty when nothing is known.
  std::vector<Frame> frames(std::uint64_t address);
  std::string variable_at(std::uint64_t address);
  std::vector<CompiledUnit> units() const;

 private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
    Dwarf_Off unit;  // offset of the unit's DIE
  };
  struct Variable {
    std::uint64_t begin;
    std::uint64_t size;
    std::string name;
  };

  void index_units();
  void index_variables();
  Unit* find_unit(std::uint64_t address);
  // The name of the function that starts at an address, or nothing.
  const char* function_symbol(std::uint64_t entry) const;
  Frame symbol_frame(std::uint64_t address) const;

  std::string path_;
  Dwfl* session_ = nullptr;
  Dwfl_Module* module_ = nullptr;
  Dwarf* dwarf_ = nullptr;
  Dwarf_Addr dwarf_bias_ = 0;
  std::vector<Range> units_;  // sorted; clang++ writes no .debug_aranges to rely on
  std::map<Dwarf_Off, std::unique_ptr<Unit>> read_;
  std::vector<Variable> variables_;     // sorted
  std::optional<VariableParts> parts_;  // read at the first question
};

}  // namespace heddle::symbolize
