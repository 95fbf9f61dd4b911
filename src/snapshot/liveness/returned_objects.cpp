#include "snapshot/liveness/returned_objects.hpp"

#include <dwarf.h>

#include <optional>

#include "runtime/mapped_file.hpp"
#include "snapshot/liveness/debug_entries.hpp"

namespace heddle::native {
namespace {

// Returns the type of an entry, or of the one that it completes, without names and qualifiers.
// Nothing when there is none, or when another unit has it.
std::optional<DebugEntry> plain_type_of(const DebugUnit& unit, DebugEntry entry) {
  constexpr int kDeepest = 32;
  for (int depth = 0; depth < kDeepest; ++depth) {
    const DebugAttribute* next = entry.find(DW_AT_type);
    if (next == nullptr) next = entry.find(DW_AT_abstract_origin);
    if (next == nullptr) next = entry.find(DW_AT_specification);
    std::optional<DebugEntry> referred = next != nullptr ? unit.referred(*next) : std::nullopt;
    if (!referred) return std::nullopt;
    switch (referred->tag) {
      case DW_TAG_subprogram:
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
        entry = std::move(*referred);
        continue;
      default:
        return referred;
    }
  }
  return std::nullopt;
}

bool returns_object(const DebugUnit& unit, const DebugEntry& function) {
  const std::optional<DebugEntry> type = plain_type_of(unit, function);
  return type && (type->tag == DW_TAG_structure_type || type->tag == DW_TAG_class_type ||
                  type->tag == DW_TAG_union_type);
}

void add_functions(const DebugUnit& unit, std::uintptr_t base,
                   std::unordered_set<std::uintptr_t>& into) {
  for (std::uint64_t at = unit.first_entry(); at < unit.end();) {
    const std::optional<DebugEntry> entry = unit.entry(at);
    if (!entry) return;
    const DebugAttribute* const begin =
        entry->tag == DW_TAG_subprogram ? entry->find(DW_AT_low_pc) : nullptr;
    if (begin == nullptr || !returns_object(unit, *entry)) continue;
    if (const auto address = unit.address(*begin)) into.insert(base + *address);
  }
}

}  // namespace

std::unordered_set<std::uintptr_t> functions_that_return_objects(const LoadedModule& module) {
  std::unordered_set<std::uintptr_t> found;
  const MappedFile file(module.path);
  const DebugSections sections = debug_sections_of(file);
  for (std::uint64_t at = 0; at < sections.info.size();) {
    const std::optional<DebugUnit> unit = DebugUnit::at(sections, at);
    if (!unit) break;
    add_functions(*unit, module.base, found);
    at = unit->end();
  }
  return found;
}

}  // namespace heddle::native
