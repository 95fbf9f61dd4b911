// One ELF file with its DWARF and its symbol table, opened with libdw.
#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "symbolize/frame_variables.hpp"
#include "symbolize/symbolizer.hpp"
#include "symbolize/unit.hpp"
#include "symbolize/variable_parts.hpp"

namespace heddle::symbolize {

// A global or static variable.
struct GlobalVariable {
  std::string name;
  std::uint64_t begin = 0;
  std::optional<Dwarf_Die> type;  // if debug information describes it
};

class ElfFile {
 public:
  // A file that cannot be read has no functions and no variables.
  explicit ElfFile(const std::string& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  // The functions at an address, innermost first; empty when nothing is known.
  std::vector<Frame> frames(std::uint64_t address);
  // The global variable at an address, and the name and type of its part there.
  std::optional<GlobalVariable> global_at(std::uint64_t address);
  NamedObject object_at(std::uint64_t address);
  // The variables of a call in progress that belong to the user's code.
  const std::vector<LocalVariable>& locals(const CallFrameAt<ModulePlace>& frame);
  const PartNames& part_names();
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

  using FrameKey = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, KeptRegisters>;

  std::vector<LocalVariable> read_locals(const CallFrameAt<ModulePlace>& frame);
  void index_units();
  void index_variables();
  Unit* find_unit(std::uint64_t address);
  const VariableParts& parts();
  int machine() const;
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
  std::map<FrameKey, std::vector<LocalVariable>> locals_;
};

}  // namespace heddle::symbolize
