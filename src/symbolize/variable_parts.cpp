#include "symbolize/variable_parts.hpp"

#include <dwarf.h>

#include <algorithm>
#include <limits>
#include <string_view>

namespace heddle::symbolize {
namespace {

constexpr int kDeepest = 16;  // bounded: a garbled file may hold a circle

// Returns the type of a variable, a member or the elements of an array, without typedefs and
// qualifiers.
std::optional<Dwarf_Die> type_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Die peeled;
  if (dwarf_formref_die(dwarf_attr_integrate(&die, DW_AT_type, &attribute), &type) == nullptr ||
      dwarf_peel_type(&type, &peeled) != 0) {
    return std::nullopt;
  }
  return peeled;
}

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

std::uint64_t size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

std::optional<Dwarf_Word> number_in(Dwarf_Die& die, unsigned int name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &number) != 0) {
    return std::nullopt;
  }
  return number;
}

// A member or base of a class that contains an offset.
struct Field {
  std::string_view name;  // empty for a base, and for a member without name
  std::uint64_t offset = 0;
  Dwarf_Die type;
};

bool is_class(int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

// An empty base may lie where a member begins: members come first.
std::optional<Field> field_at(Dwarf_Die& type, std::uint64_t offset) {
  const bool is_union = dwarf_tag(&type) == DW_TAG_union_type;
  for (const int tag : {DW_TAG_member, DW_TAG_inheritance}) {
    Dwarf_Die die;
    if (dwarf_child(&type, &die) != 0) return std::nullopt;
    do {
      if (dwarf_tag(&die) != tag) continue;
      const std::optional<Dwarf_Word> begin = number_in(die, DW_AT_data_member_location);
      if (!begin && !is_union) continue;  // static, or a virtual base
      const std::optional<Dwarf_Die> part = type_of(die);
      const std::uint64_t first = begin.value_or(0);
      if (!part || offset < first || offset - first >= size_of(*part)) continue;
      const char* const name = tag == DW_TAG_member ? dwarf_diename(&die) : nullptr;
      return Field{name == nullptr ? "" : name, first, *part};
    } while (dwarf_siblingof(&die, &die) == 0);
  }
  return std::nullopt;
}

bool is_library_namespace(Dwarf_Die& die) {
  const char* const name = dwarf_tag(&die) == DW_TAG_namespace ? dwarf_diename(&die) : nullptr;
  return name != nullptr &&
         (std::string_view(name) == "std" || std::string_view(name) == "__gnu_cxx");
}

std::string plus(std::uint64_t offset) { return offset == 0 ? "" : "+" + std::to_string(offset); }

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
  std::sort(library_.begin(), library_.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
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
    } else if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) {
      const bool enters = !in_library && is_library_namespace(die);
      if (enters) library_.push_back({dwarf_dieoffset(&die), next_begin});
      walk(die, next_begin, in_library || enters);
    }
    if (!is_last) die = next;
  }
}

std::optional<std::string> VariableParts::part(std::uint64_t begin, std::uint64_t offset) const {
  const auto found = types_.find(begin);
  if (found == types_.end()) return std::nullopt;
  return part_of(found->second, offset, 0);
}

std::string VariableParts::part_of(Dwarf_Die type, std::uint64_t offset, int depth) const {
  if (depth > kDeepest) return plus(offset);
  if (is_class(dwarf_tag(&type))) return part_of_class(type, offset, depth);
  if (dwarf_tag(&type) == DW_TAG_array_type) return part_of_array(type, offset, depth);
  return plus(offset);
}

// The C++ library's own members have names that no user knows, except those of pairs and arrays.
std::string VariableParts::part_of_class(Dwarf_Die& type, std::uint64_t offset, int depth) const {
  const std::optional<Field> field = field_at(type, offset);
  if (!field) return plus(offset);
  const bool is_private = field->name.empty() || field->name.starts_with('_');
  const bool is_elements = field->name == "_M_elems";
  if (is_of_library(type) && is_private && !is_elements) return plus(offset);
  const std::string rest = part_of(field->type, offset - field->offset, depth + 1);
  if (field->name.empty() || is_elements) return rest;
  return "." + std::string(field->name) + rest;
}

std::string VariableParts::part_of_array(Dwarf_Die& type, std::uint64_t offset, int depth) const {
  const std::optional<Dwarf_Die> element = type_of(type);
  const std::uint64_t size = element ? size_of(*element) : 0;
  Dwarf_Die die;
  if (size == 0 || dwarf_child(&type, &die) != 0) return plus(offset);
  std::vector<std::uint64_t> counts;
  do {
    if (dwarf_tag(&die) != DW_TAG_subrange_type) continue;
    const std::optional<Dwarf_Word> last = number_in(die, DW_AT_upper_bound);
    const std::optional<Dwarf_Word> count = number_in(die, DW_AT_count);
    if (!last && !count) return plus(offset);
    counts.push_back(count ? *count : *last + 1);
  } while (dwarf_siblingof(&die, &die) == 0);
  std::string indices;
  std::uint64_t number = offset / size;
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
    if (*count == 0) return plus(offset);
    indices = "[" + std::to_string(number % *count) + "]" + indices;
    number /= *count;
  }
  return indices + part_of(*element, offset % size, depth + 1);
}

bool VariableParts::is_of_library(Dwarf_Die& type) const {
  const Dwarf_Off offset = dwarf_dieoffset(&type);
  const auto after =
      std::upper_bound(library_.begin(), library_.end(), offset,
                       [](Dwarf_Off at, const Extent& extent) { return at < extent.begin; });
  return after != library_.begin() && offset < std::prev(after)->end;
}

}  // namespace heddle::symbolize
