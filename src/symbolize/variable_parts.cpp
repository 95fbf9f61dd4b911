#include "symbolize/variable_parts.hpp"

#include <dwarf.h>

#include <limits>
#include <string_view>
#include <vector>

#include "symbolize/dwarf_types.hpp"

namespace heddle::symbolize {
namespace {

std::optional<std::uint64_t> fixed_address(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&variable, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1) {
    return std::nullopt;
  }
  if (operations[0].atom == DW_OP_addr) return operations[0].number;
  // clang++ refers to a table of addresses.
  Dwarf_Attribute entry;
  Dwarf_Addr address = 0;
  if (operations[0].atom != DW_OP_addrx ||
      dwarf_getlocation_attr(&attribute, operations, &entry) != 0 ||
      dwarf_formaddr(&entry, &address) != 0) {
    return std::nullopt;
  }
  return address;
}

bool is_library_namespace(Dwarf_Die& die) {
  const char* const name = dwarf_tag(&die) == DW_TAG_namespace ? dwarf_diename(&die) : nullptr;
  return name != nullptr &&
         (std::string_view(name) == "std" || std::string_view(name) == "__gnu_cxx");
}

}  // namespace

VariableParts::VariableParts(Dwarf* dwarf) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  Dwarf_Die split;
  std::uint8_t type = 0;
  std::vector<Dwarf_Die> units;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, &type, &die, &split) == 0) {
    units.push_back(die);
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool is_last = i + 1 == units.size();
    walk(units[i], is_last ? std::numeric_limits<Dwarf_Off>::max() : dwarf_dieoffset(&units[i + 1]),
         false);
  }
  names_.finish();
}

void VariableParts::walk(Dwarf_Die& parent, Dwarf_Off end, bool in_library) {
  Dwarf_Die die;
  if (dwarf_child(&parent, &die) != 0) return;
  bool is_last = false;
  while (!is_last) {
    Dwarf_Die next;
    is_last = dwarf_siblingof(&die, &next) != 0;
    const Dwarf_Off next_begin = is_last ? end : dwarf_dieoffset(&next);
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_variable) {
      const std::optional<std::uint64_t> address = fixed_address(die);
      const std::optional<Dwarf_Die> type = type_of(die);
      if (address && type) types_.emplace(*address, *type);
    } else if (tag == DW_TAG_inheritance) {
      if (std::optional<Dwarf_Die> base = type_of(die)) names_.add_base(dwarf_dieoffset(&*base));
    } else if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
               (is_class(die) && !in_library)) {
      const bool enters = !in_library && is_library_namespace(die);
      if (enters) names_.add_library(dwarf_dieoffset(&die), next_begin);
      walk(die, next_begin, in_library || enters);
    }
    if (!is_last) die = next;
  }
}

std::optional<Dwarf_Die> VariableParts::type(std::uint64_t begin) const {
  const auto found = types_.find(begin);
  if (found == types_.end()) return std::nullopt;
  return found->second;
}

}  // namespace heddle::symbolize
