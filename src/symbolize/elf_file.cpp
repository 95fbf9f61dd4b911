#include "symbolize/elf_file.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
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

std::vector<CompiledUnit> ElfFile::units() const {
  std::vector<CompiledUnit> units;
  if (dwarf_ == nullptr) return units;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  Dwarf_Die split;
  std::uint8_t type = 0;
  while (dwarf_get_units(dwarf_, unit, &unit, nullptr, &type, &die, &split) == 0) {
    Dwarf_Attribute attribute;
    const char* const producer =
        dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_producer, &attribute));
    const char* const file = dwarf_diename(&die);
    units.push_back({file != nullptr ? file : "", producer != nullptr ? producer : ""});
  }
  return units;
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

Unit* ElfFile::find_unit(std::uint64_t address) {
  auto after = std::upper_bound(units_.begin(), units_.end(), address,
                                [](std::uint64_t a, const Range& r) { return a < r.begin; });
  if (after == units_.begin() || address >= (--after)->end) return nullptr;
  std::unique_ptr<Unit>& slot = read_[after->unit];
  Dwarf_Die die;
  if (!slot && dwarf_offdie(dwarf_, after->unit, &die) != nullptr) {
    slot = std::make_unique<Unit>(die);
  }
  return slot.get();
}

std::vector<Frame> ElfFile::frames(std::uint64_t address) {
  if (module_ == nullptr) return {};
  const std::uint64_t inside = address - dwarf_bias_;
  Unit* unit = find_unit(inside);
  if (unit == nullptr) return {symbol_frame(address)};

  Frame where;
  where.module = path_;
  unit->source_of(inside, where.file, where.line);
  std::vector<Frame> frames;
  for (Function& function : unit->functions_at(inside)) {
    where.function = function.name;
    // The symbol is more precise than DWARF for a function without a linkage name, such as a
    // lambda.
    if (function.entry != 0) {
      const char* symbol = function_symbol(function.entry + dwarf_bias_);
      if (symbol != nullptr) where.function = demangle(symbol);
    }
    frames.push_back(where);
    unit->source_of_call(function.die, where.file, where.line);
  }
  if (frames.empty()) {
    where.function = symbol_frame(address).function;
    frames.push_back(where);
  }
  return frames;
}

const char* ElfFile::function_symbol(std::uint64_t entry) const {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module_, entry, &offset, &symbol, nullptr, nullptr, nullptr);
  const bool is_entry = name != nullptr && offset == 0 && GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
  return is_entry ? name : nullptr;
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

const VariableParts& ElfFile::parts() {
  if (!parts_) parts_.emplace(dwarf_);
  return *parts_;
}

const PartNames& ElfFile::part_names() { return parts().names(); }

int ElfFile::machine() const {
  GElf_Addr bias = 0;
  GElf_Ehdr header;
  Elf* const elf = dwfl_module_getelf(module_, &bias);
  return elf != nullptr && gelf_getehdr(elf, &header) != nullptr ? header.e_machine : EM_NONE;
}

std::optional<GlobalVariable> ElfFile::global_at(std::uint64_t address) {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](std::uint64_t a, const Variable& v) { return a < v.begin; });
  if (after == variables_.begin()) return std::nullopt;
  const Variable& variable = *--after;
  if (address - variable.begin >= variable.size) return std::nullopt;
  GlobalVariable global{variable.name, variable.begin, {}};
  if (dwarf_ != nullptr) global.type = parts().type(variable.begin - dwarf_bias_);
  return global;
}

NamedObject ElfFile::object_at(std::uint64_t address) {
  const std::optional<GlobalVariable> global = global_at(address);
  if (!global) return {};
  const std::uint64_t offset = address - global->begin;
  if (!global->type) {
    return {offset == 0 ? global->name : global->name + "+" + std::to_string(offset)};
  }
  const Part part = part_names().part(*global->type, offset);
  NamedObject object{part.is_name ? part.text : global->name + part.text};
  if (part.type) object.type = value_type(*part.type);
  object.whole = global->begin;
  object.pointer = "&" + global->name;
  return object;
}

const std::vector<LocalVariable>& ElfFile::locals(const CallFrameAt<ModulePlace>& frame) {
  const auto [entry, is_new] =
      locals_.try_emplace({frame.code.offset, frame.begin, frame.end, frame.registers});
  if (is_new) entry->second = read_locals(frame);
  return entry->second;
}

std::vector<LocalVariable> ElfFile::read_locals(const CallFrameAt<ModulePlace>& frame) {
  if (dwarf_ == nullptr || frame.code.offset == 0) return {};
  const std::uint64_t code = frame.code.offset - 1;
  const std::uint64_t inside = code - dwarf_bias_;
  Unit* const unit = find_unit(inside);
  if (unit == nullptr) return {};
  std::vector<Dwarf_Die> functions;
  for (const Function& function : unit->functions_at(inside)) functions.push_back(function.die);
  const std::vector<Frame> frames = this->frames(code);
  std::vector<int> lines;
  for (const Frame& one : frames) lines.push_back(one.line);
  const FrameRegisters registers(machine(), frame.registers, frame.begin);
  std::vector<LocalVariable> variables =
      local_variables(functions, lines, inside, frame.end, registers);
  std::erase_if(variables, [&](const LocalVariable& variable) {
    return variable.level >= frames.size() || is_library_frame(frames[variable.level]);
  });
  return variables;
}

}  // namespace heddle::symbolize
