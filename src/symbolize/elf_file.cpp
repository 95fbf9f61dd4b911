#include "symbolize/elf_file.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "symbolize/demangle.hpp"

namespace heddle::symbolize {
namespace {

char* g_debuginfo_path = nullptr;  // the library's default search path

const Dwfl_Callbacks kCallbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &g_debuginfo_path,
};

std::string absolute(const char* file, Dwarf_Die& unit) {
  if (file == nullptr) return "";
  std::filesystem::path path(file);
  if (path.is_relative()) {
    Dwarf_Attribute attribute;
    const char* folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    if (folder != nullptr) path = std::filesystem::path(folder) / path;
  }
  return path.lexically_normal().string();
}

std::string function_name(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  for (const unsigned int name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    const char* mangled = dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute));
    if (mangled != nullptr) return demangle(mangled);
  }
  const char* plain = dwarf_diename(&die);
  return plain == nullptr ? "" : plain;
}

// The source line that holds the call of an inlined function.
void set_call_site(Dwarf_Die& inlined, Dwarf_Die& unit, Frame& into) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &number) == 0) {
    into.line = static_cast<int>(number);
  }
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &number) == 0 &&
      dwarf_getsrcfiles(&unit, &files, &count) == 0 && number < count) {
    into.file = absolute(dwarf_filesrc(files, number, nullptr, nullptr), unit);
  }
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

// The DIEs that contain the address, from the innermost out, as they are nested in the machine
// code: an inlined function inside its caller.
std::vector<Dwarf_Die> nesting(Dwarf_Die& unit, Dwarf_Addr address) {
  Dwarf_Die* list = nullptr;
  int count = dwarf_getscopes(&unit, address, &list);
  std::unique_ptr<Dwarf_Die, Free> lexical(list);
  if (count <= 0) return {};
  list = nullptr;
  count = dwarf_getscopes_die(lexical.get(), &list);
  std::unique_ptr<Dwarf_Die, Free> nested(list);
  if (count <= 0) return {};
  return {nested.get(), nested.get() + count};
}

}  // namespace

ElfFile::ElfFile(const std::string& path) : path_(path) {
  session_ = dwfl_begin(&kCallbacks);
  if (session_ == nullptr) return;
  // Base 0 plus the file's own addresses: no relocation, whatever its architecture or kind.
  module_ = dwfl_report_elf(session_, path.c_str(), path.c_str(), -1, 0, true);
  dwfl_report_end(session_, nullptr, nullptr);
  if (module_ == nullptr) return;
  dwarf_ = dwfl_module_getdwarf(module_, &dwarf_bias_);
  if (dwarf_ != nullptr) index_units();
  index_variables();
}

ElfFile::~ElfFile() {
  if (session_ != nullptr) dwfl_end(session_);
}

void ElfFile::index_units() {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  Dwarf_Die split;
  std::uint8_t type = 0;
  while (dwarf_get_units(dwarf_, unit, &unit, nullptr, &type, &die, &split) == 0) {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    std::ptrdiff_t at = 0;
    while ((at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) {
      if (begin < end) units_.push_back({begin, end, dwarf_dieoffset(&die)});
    }
  }
  std::sort(units_.begin(), units_.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

void ElfFile::index_variables() {
  const int count = dwfl_module_getsymtab(module_);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* name =
        dwfl_module_getsym_info(module_, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name == nullptr || name[0] == '\0' || symbol.st_shndx == SHN_UNDEF) continue;
    if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
    variables_.push_back({address, symbol.st_size, demangle(name)});
  }
  std::stable_sort(variables_.begin(), variables_.end(),
                   [](const Variable& a, const Variable& b) { return a.begin < b.begin; });
}

bool ElfFile::find_unit(std::uint64_t address, Dwarf_Die& into) const {
  auto after = std::upper_bound(units_.begin(), units_.end(), address,
                                [](std::uint64_t a, const Range& r) { return a < r.begin; });
  if (after == units_.begin()) return false;
  const Range& range = *--after;
  return address < range.end && dwarf_offdie(dwarf_, range.unit, &into) != nullptr;
}

std::vector<Frame> ElfFile::frames(std::uint64_t address) const {
  if (module_ == nullptr) return {};
  const Dwarf_Addr inside = address - dwarf_bias_;
  Dwarf_Die unit;
  std::vector<Frame> frames;
  if (find_unit(inside, unit)) {
    Frame where;
    where.module = path_;
    if (Dwarf_Line* line = dwarf_getsrc_die(&unit, inside)) {
      where.file = absolute(dwarf_linesrc(line, nullptr, nullptr), unit);
      dwarf_lineno(line, &where.line);
    }
    for (Dwarf_Die& die : nesting(unit, inside)) {
      const int tag = dwarf_tag(&die);
      if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
      where.function = function_name(die);
      frames.push_back(where);
      if (tag == DW_TAG_subprogram) break;
      set_call_site(die, unit, where);
    }
    if (frames.empty() && !where.file.empty()) {
      where.function = symbol_frame(address).function;
      frames.push_back(where);
    }
  }
  if (frames.empty()) frames.push_back(symbol_frame(address));
  if (frames.back().function.empty()) frames.back().function = symbol_frame(address).function;
  return frames;
}

Frame ElfFile::symbol_frame(std::uint64_t address) const {
  Frame frame;
  frame.module = path_;
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name != nullptr) frame.function = demangle(name) + "+" + hexadecimal(offset);
  return frame;
}

std::string ElfFile::variable_at(std::uint64_t address) const {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](std::uint64_t a, const Variable& v) { return a < v.begin; });
  if (after == variables_.begin()) return "";
  const Variable& variable = *--after;
  const std::uint64_t offset = address - variable.begin;
  if (offset >= variable.size) return "";
  return offset == 0 ? variable.name : variable.name + "+" + std::to_string(offset);
}

}  // namespace heddle::symbolize
