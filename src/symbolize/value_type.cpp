#include "symbolize/value_type.hpp"

#include <dwarf.h>

#include "symbolize/dwarf_types.hpp"

namespace heddle::symbolize {
namespace {

using Kind = ValueType::Kind;

Kind kind_of(Dwarf_Die& type) {
  switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
      return Kind::pointer;
    case DW_TAG_enumeration_type:
      return Kind::enumeration;
    case DW_TAG_base_type:
      break;
    default:
      return Kind::unknown;
  }
  switch (number_in(type, DW_AT_encoding).value_or(0)) {
    case DW_ATE_boolean:
      return Kind::boolean;
    case DW_ATE_signed_char:
      return plain_name(type) == "char" ? Kind::character : Kind::signed_number;
    case DW_ATE_unsigned_char:
      return plain_name(type) == "char" ? Kind::character : Kind::unsigned_number;
    case DW_ATE_signed:
      return Kind::signed_number;
    case DW_ATE_unsigned:
      return Kind::unsigned_number;
    case DW_ATE_float:
      return Kind::floating;
    default:
      return Kind::unknown;
  }
}

// An enumeration with a scope is written with it.
std::string scope_of(Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  bool is_scoped = false;
  const bool known = dwarf_attr(&type, DW_AT_enum_class, &attribute) != nullptr &&
                     dwarf_formflag(&attribute, &is_scoped) == 0;
  const char* const name = dwarf_diename(&type);
  return known && is_scoped && name != nullptr ? std::string(name) + "::" : "";
}

}  // namespace

ValueType value_type(Dwarf_Die type) {
  ValueType result{kind_of(type), size_of(type)};
  Dwarf_Die child;
  if (result.kind != Kind::enumeration || dwarf_child(&type, &child) != 0) return result;
  const std::string scope = scope_of(type);
  do {
    Dwarf_Attribute attribute;
    Dwarf_Sword value = 0;
    const char* const name = dwarf_diename(&child);
    if (dwarf_tag(&child) != DW_TAG_enumerator || name == nullptr) continue;
    if (dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &value) != 0) continue;
    result.names.emplace_back(static_cast<std::uint64_t>(value), scope + name);
  } while (dwarf_siblingof(&child, &child) == 0);
  return result;
}

}  // namespace heddle::symbolize
