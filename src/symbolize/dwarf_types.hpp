// Questions about the types of DWARF: sizes, members, names.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::symbolize {

// Returns the type of a variable, a member, a pointer's target or the elements of an array, without
// typedefs and qualifiers; nothing for void.
std::optional<Dwarf_Die> type_of(Dwarf_Die& die);

// Returns the size in bytes; 0 when it is unknown.
std::uint64_t size_of(Dwarf_Die type);

std::optional<Dwarf_Word> number_in(Dwarf_Die& die, unsigned int attribute);

bool is_class(Dwarf_Die& type);
// Returns whether the type is a pointer or a reference.
bool is_pointer(Dwarf_Die& type);
bool is_reference(Dwarf_Die& type);

// Returns whether the class was made for a lambda.
bool is_closure(Dwarf_Die& type);

// Returns the name of a type or a variable without template arguments; empty when it has none.
std::string_view plain_name(Dwarf_Die& die);

// Returns whether this is a class without its members and size: clang++ omits those of classes
// whose constructors are in a library, such as std::condition_variable.
bool is_declared_only(Dwarf_Die type);

// A member or base of a class that contains an offset.
struct Field {
  std::string_view name;  // empty for a base, and for a member without name
  std::uint64_t offset = 0;
  Dwarf_Die type;
};
std::optional<Field> field_at(Dwarf_Die& type, std::uint64_t offset);

// An element of an array, with its indices as text: "[1][2]".
struct Element {
  std::string indices;
  std::uint64_t offset = 0;  // of the element
  Dwarf_Die type;
};
std::optional<Element> element_at(Dwarf_Die& type, std::uint64_t offset);

}  // namespace heddle::symbolize
