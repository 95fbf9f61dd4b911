#include "snapshot/liveness/local_objects.hpp"

#include <dwarf.h>

#include <algorithm>
#include <string_view>

#include "core/kept_accesses.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/mapped_file.hpp"
#include "runtime/memory_regions.hpp"
#include "snapshot/liveness/debug_entries.hpp"

namespace heddle::native {
namespace {

// Reading more takes too long.
constexpr std::size_t kMostDebugBytes = std::size_t{64} << 20;

// Judges by the options that the compiler recorded.  The last level counts, except that one for
// clang's compiler proper overrides the others.
bool is_unoptimised(std::string_view producer) {
  constexpr std::string_view kLevel = "-O";
  const bool has_options =
      producer.starts_with("GNU C") || producer.find(" -grecord-command-line ") != producer.npos;
  bool is_optimised = false;
  const bool has_own_level = producer.find(kKeepAccessesByClang) != producer.npos;
  while (!producer.empty()) {
    const std::string_view word = producer.substr(0, producer.find(' '));
    producer.remove_prefix(std::min(word.size() + 1, producer.size()));
    if (word.starts_with(kLevel)) is_optimised = word != "-O0";
    if (word.starts_with("-flto")) return false;
  }
  return has_options && (has_own_level || !is_optimised);
}

// A function in the debug information.
struct DebugFunction {
  const DebugUnit* unit = nullptr;
  std::uint64_t offset = 0;  // of its entry
};

struct TypeSize {
  std::uint64_t bytes = 0;
  bool is_scalar = false;
};

// Collects the variables of one function.
class VariableCollector {
 public:
  explicit VariableCollector(const DebugUnit& unit) : unit_(unit) {}

  std::optional<LocalObjects> collect(std::uint64_t function) {
    const std::optional<DebugEntry> entry = unit_.entry(function);
    if (!entry || !set_base(*entry)) return std::nullopt;
    if (entry->has_children && !add_scope(function)) return std::nullopt;
    return objects_;
  }

 private:
  bool set_base(const DebugEntry& function) {
#if defined(__aarch64__)
    constexpr unsigned kFramePointerOperation = DW_OP_reg29;
    constexpr unsigned kStackPointerOperation = DW_OP_reg31;
#else
    constexpr unsigned kFramePointerOperation = DW_OP_reg6;
    constexpr unsigned kStackPointerOperation = DW_OP_reg7;
#endif
    const DebugAttribute* const base = function.find(DW_AT_frame_base);
    if (base == nullptr || base->expression.size() != 1) return false;
    switch (static_cast<unsigned char>(base->expression[0])) {
      case DW_OP_call_frame_cfa:
        objects_.base = LocalObjects::Base::frame_end;
        return true;
      case kFramePointerOperation:
        objects_.base = LocalObjects::Base::frame_pointer;
        return true;
      case kStackPointerOperation:
        objects_.base = LocalObjects::Base::stack_pointer;
        return true;
      default:
        return false;
    }
  }

  bool add_scope(std::uint64_t& at) {
    while (true) {
      const std::optional<DebugEntry> entry = unit_.entry(at);
      if (!entry) return false;
      switch (entry->tag) {
        case 0:
          return true;
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
          if (!add_variable(*entry)) return false;
          break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
          if (entry->has_children && !add_scope(at)) return false;
          continue;
        default:
          break;
      }
      if (entry->has_children && !unit_.skip_children(at)) return false;
    }
  }

  bool add_variable(const DebugEntry& entry) {
    const DebugAttribute* const location = entry.find(DW_AT_location);
    if (location == nullptr) return true;            // it has no memory
    if (location->expression.empty()) return false;  // it moves
    DebugReader reader(location->expression);
    switch (reader.number(1)) {
      case DW_OP_addr:
      case DW_OP_addrx:
      case DW_OP_constx:
      case DW_OP_const4u:
      case DW_OP_const8u:
      case DW_OP_GNU_addr_index:
      case DW_OP_GNU_const_index:
        return true;  // static, or of the thread
      case DW_OP_fbreg:
        break;
      default:
        return false;
    }
    const std::int64_t offset = reader.sleb();
    if (reader.failed()) return false;
    if (!reader.is_at_end()) {
      // An object that is passed by its address.
      if (reader.number(1) != DW_OP_deref || !reader.is_at_end()) return false;
      objects_.objects.push_back({offset, sizeof(std::uintptr_t), true});
      return true;
    }
    const std::optional<TypeSize> type = type_of(entry, 0);
    if (!type) return false;
    objects_.objects.push_back({offset, type->bytes, type->is_scalar});
    return true;
  }

  // The type of an entry, or of the one that it completes.
  std::optional<TypeSize> type_of(const DebugEntry& entry, int depth) const {
    constexpr int kDeepest = 32;
    if (depth > kDeepest) return std::nullopt;
    if (const DebugAttribute* type = entry.find(DW_AT_type)) {
      const std::optional<DebugEntry> referred = unit_.referred(*type);
      return referred ? size_of(*referred, depth + 1) : std::nullopt;
    }
    for (const unsigned name : {DW_AT_abstract_origin, DW_AT_specification}) {
      const DebugAttribute* const origin = entry.find(name);
      const std::optional<DebugEntry> referred = origin ? unit_.referred(*origin) : std::nullopt;
      if (referred) return type_of(*referred, depth + 1);
    }
    return std::nullopt;
  }

  std::optional<TypeSize> size_of(const DebugEntry& type, int depth) const {
    const DebugAttribute* const size = type.find(DW_AT_byte_size);
    const std::optional<std::uint64_t> bytes =
        size != nullptr && size->expression.empty() ? std::optional(size->value) : std::nullopt;
    switch (type.tag) {
      case DW_TAG_base_type:
      case DW_TAG_enumeration_type:
        return bytes ? std::optional(TypeSize{*bytes, true}) : std::nullopt;
      case DW_TAG_pointer_type:
      case DW_TAG_reference_type:
      case DW_TAG_rvalue_reference_type:
        return TypeSize{bytes.value_or(sizeof(std::uintptr_t)), true};
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
      case DW_TAG_union_type:
        return bytes ? std::optional(TypeSize{*bytes, false}) : std::nullopt;
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
        return type_of(type, depth);
      case DW_TAG_array_type:
        return bytes ? std::optional(TypeSize{*bytes, false}) : size_of_array(type, depth);
      default:
        return std::nullopt;
    }
  }

  std::optional<TypeSize> size_of_array(const DebugEntry& array, int depth) const {
    const std::optional<TypeSize> element = type_of(array, depth);
    if (!element || !array.has_children) return std::nullopt;
    std::uint64_t bytes = element->bytes;
    std::uint64_t at = array.offset;
    unit_.entry(at);
    while (true) {
      const std::optional<DebugEntry> range = unit_.entry(at);
      if (!range) return std::nullopt;
      if (range->tag == 0) return TypeSize{bytes, false};
      const DebugAttribute* const count = range->find(DW_AT_count);
      const DebugAttribute* const last = range->find(DW_AT_upper_bound);
      const DebugAttribute* const bound = count != nullptr ? count : last;
      if (bound == nullptr || !bound->expression.empty() || unit_.referred(*bound)) {
        return std::nullopt;
      }
      bytes *= bound->value + (count != nullptr ? 0 : 1);
    }
  }

  const DebugUnit& unit_;
  LocalObjects objects_;
};

}  // namespace

// The functions of a file that were compiled without optimisation.
struct LocalObjectTable::File {
  explicit File(const LoadedModule& module) : file(module.path) {
    const DebugSections sections = debug_sections_of(file);
    if (sections.info.size() > kMostDebugBytes) return;
    for (std::uint64_t at = 0; at < sections.info.size();) {
      std::optional<DebugUnit> unit = DebugUnit::at(sections, at);
      if (!unit) return;
      at = unit->end();
      add_functions(std::move(*unit), module.base);
    }
  }

  void add_functions(DebugUnit unit, std::uintptr_t base) {
    std::uint64_t at = unit.first_entry();
    const std::optional<DebugEntry> root = unit.entry(at);
    const DebugAttribute* const producer = root ? root->find(DW_AT_producer) : nullptr;
    if (producer == nullptr || !is_unoptimised(unit.text(*producer))) return;
    units.push_back(std::make_unique<DebugUnit>(std::move(unit)));
    const DebugUnit& own = *units.back();
    while (at < own.end()) {
      const std::optional<DebugEntry> entry = own.entry(at);
      if (!entry) return;
      const DebugAttribute* const begin =
          entry->tag == DW_TAG_subprogram ? entry->find(DW_AT_low_pc) : nullptr;
      if (begin == nullptr) continue;
      if (const auto address = own.address(*begin))
        functions[base + *address] = {&own, entry->offset};
    }
  }

  MappedFile file;
  std::vector<std::unique_ptr<DebugUnit>> units;
  std::unordered_map<std::uintptr_t, DebugFunction> functions;  // by their first instruction
};

LocalObjectTable::LocalObjectTable() = default;
LocalObjectTable::~LocalObjectTable() = default;

std::optional<LocalObjects> LocalObjectTable::of(std::uintptr_t entry) {
  const EngineScope engine;  // files are read
  for (const LoadedModule& module : loaded_modules()) {
    if (entry < module.begin || entry >= module.end) continue;
    std::unique_ptr<File>& file = files_[module.path];
    if (!file) file = std::make_unique<File>(module);
    const auto function = file->functions.find(entry);
    if (function == file->functions.end()) return std::nullopt;
    return VariableCollector(*function->second.unit).collect(function->second.offset);
  }
  return std::nullopt;
}

}  // namespace heddle::native
