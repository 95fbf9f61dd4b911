#include "symbolize/dwarf_types.hpp"

#include <dwarf.h>

#include <vector>

namespace heddle::symbolize {
namespace {

bool has_call_operator(Dwarf_Die& type) {
  Dwarf_Die child;
  if (dwarf_child(&type, &child) != 0) return false;
  do {
    if (dwarf_tag(&child) != DW_TAG_subprogram) continue;
    const char* const name = dwarf_diename(&child);
    if (name != nullptr && std::string_view(name) == "operator()") return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

// Returns whether objects of the class hold nothing: an empty base may lie where others lie, and so
// may an empty member with [[no_unique_address]].
bool is_empty(Dwarf_Die& type, int depth = 0) {
  constexpr int kDeepest = 16;  // bounded: a garbled file may hold a circle
  Dwarf_Die child;
  if (!is_class(type) || is_declared_only(type) || depth > kDeepest) return false;
  if (dwarf_child(&type, &child) != 0) return true;
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    // A static member has no place; a union's members need none.
    const bool is_static = tag == DW_TAG_member && dwarf_tag(&type) != DW_TAG_union_type &&
                           !number_in(child, DW_AT_data_member_location);
    std::optional<Dwarf_Die> part = type_of(child);
    if (is_static || (part && is_empty(*part, depth + 1))) continue;
    return false;
  } while (dwarf_siblingof(&child, &child) == 0);
  return true;
}

}  // namespace

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

std::uint64_t size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

std::optional<Dwarf_Word> number_in(Dwarf_Die& die, unsigned int attribute) {
  Dwarf_Attribute found;
  Dwarf_Word number = 0;
  if (dwarf_attr_integrate(&die, attribute, &found) == nullptr ||
      dwarf_formudata(&found, &number) != 0) {
    return std::nullopt;
  }
  return number;
}

bool is_class(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool is_reference(Dwarf_Die& type) {
  return dwarf_tag(&type) == DW_TAG_reference_type ||
         dwarf_tag(&type) == DW_TAG_rvalue_reference_type;
}

bool is_pointer(Dwarf_Die& type) {
  return dwarf_tag(&type) == DW_TAG_pointer_type || is_reference(type);
}

// g++ names the class "<lambda(int)>" or gives it no name, as clang++ does.
bool is_closure(Dwarf_Die& type) {
  if (!is_class(type)) return false;
  const char* const name = dwarf_diename(&type);
  if (name != nullptr && !std::string_view(name).starts_with("<lambda")) return false;
  return has_call_operator(type);
}

std::string_view plain_name(Dwarf_Die& die) {
  const char* const name = dwarf_diename(&die);
  if (name == nullptr) return "";
  const std::string_view whole(name);
  return whole.substr(0, whole.find('<'));
}

bool is_declared_only(Dwarf_Die type) {
  return is_class(type) && dwarf_hasattr_integrate(&type, DW_AT_declaration) != 0;
}

std::optional<Field> field_at(Dwarf_Die& type, std::uint64_t offset) {
  const bool is_union = dwarf_tag(&type) == DW_TAG_union_type;
  std::optional<Field> last;  // the one that begins last before the offset
  for (const int tag : {DW_TAG_member, DW_TAG_inheritance}) {
    Dwarf_Die die;
    if (dwarf_child(&type, &die) != 0) return std::nullopt;
    do {
      if (dwarf_tag(&die) != tag) continue;
      const std::optional<Dwarf_Word> begin = number_in(die, DW_AT_data_member_location);
      if (!begin && !is_union) continue;  // static, or a virtual base
      std::optional<Dwarf_Die> part = type_of(die);
      if (part && is_empty(*part)) continue;
      const std::uint64_t first = begin.value_or(0);
      if (!part || offset < first) continue;
      const char* const name = tag == DW_TAG_member ? dwarf_diename(&die) : nullptr;
      const Field field{name == nullptr ? "" : name, first, *part};
      if (offset - first < size_of(*part)) return field;
      if (!last || first > last->offset) last = field;
    } while (dwarf_siblingof(&die, &die) == 0);
  }
  // The size of a class is unknown where only its declaration is described.
  return last && is_declared_only(last->type) ? last : std::nullopt;
}

std::optional<Element> element_at(Dwarf_Die& type, std::uint64_t offset) {
  const std::optional<Dwarf_Die> element = type_of(type);
  const std::uint64_t size = element ? size_of(*element) : 0;
  Dwarf_Die die;
  if (size == 0 || dwarf_child(&type, &die) != 0) return std::nullopt;
  std::vector<std::uint64_t> counts;
  do {
    if (dwarf_tag(&die) != DW_TAG_subrange_type) continue;
    const std::optional<Dwarf_Word> last = number_in(die, DW_AT_upper_bound);
    const std::optional<Dwarf_Word> count = number_in(die, DW_AT_count);
    if (!last && !count) return std::nullopt;
    counts.push_back(count ? *count : *last + 1);
  } while (dwarf_siblingof(&die, &die) == 0);
  std::string indices;
  std::uint64_t number = offset / size;
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
    if (*count == 0) return std::nullopt;
    indices = "[" + std::to_string(number % *count) + "]" + indices;
    number /= *count;
  }
  return Element{indices, offset / size * size, *element};
}

}  // namespace heddle::symbolize
