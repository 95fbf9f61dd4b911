// One ELF file with its DWARF and its symbol table, opened with libdw.
#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "symbolize/symbolizer.hpp"

namespace heddle::symbolize {

class ElfFile {
 public:
  // A file that cannot be read has no functions and no variables.
  explicit ElfFile(const std::string& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  // The functions at an address, innermost first; empty when nothing is known.
  std::vector<Frame> frames(std::uint64_t address) const;
  std::string variable_at(std::uint64_t address) const;

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
  bool find_unit(std::uint64_t address, Dwarf_Die& into) const;
  Frame symbol_frame(std::uint64_t address) const;

  std::string path_;
  Dwfl* session_ = nullptr;
  Dwfl_Module* module_ = nullptr;
  Dwarf* dwarf_ = nullptr;
  Dwarf_Addr dwarf_bias_ = 0;
  std::vector<Range> units_;         // sorted; clang++ writes no .debug_aranges to rely on
  std::vector<Variable> variables_;  // sorted
};

}  // namespace heddle::symbolize
