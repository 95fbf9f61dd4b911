#include "symbolize/frame_variables.hpp"

#include <dwarf.h>
#include <elf.h>

#include <array>

#include "symbolize/dwarf_types.hpp"

namespace heddle::symbolize {
namespace {

struct Location {
  bool is_register = false;
  std::uint64_t place = 0;
};

// Finds where the variables of one function are.
class Locator {
 public:
  Locator(Dwarf_Die& function, std::uint64_t code, std::uint64_t frame_end,
          const FrameRegisters& registers)
      : code_(code), frame_end_(frame_end), registers_(registers) {
    const std::optional<Location> base = location(function, DW_AT_frame_base);
    // Both compilers describe the base by a register, whose value it is, or by an address.
    if (base) frame_base_ = base->place;
  }

  std::optional<Location> location(Dwarf_Die& die, unsigned int name) const {
    Dwarf_Attribute attribute;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_attr_integrate(&die, name, &attribute) == nullptr ||
        dwarf_getlocation_addr(&attribute, code_, &operations, &count, 1) != 1 || count == 0) {
      return std::nullopt;  // none here
    }
    std::optional<Location> found = begin(operations[0]);
    for (std::size_t i = 1; i < count && found; ++i) continue_with(operations[i], found);
    return found;
  }

 private:
  std::optional<Location> begin(const Dwarf_Op& operation) const {
    const std::uint8_t atom = operation.atom;
    if (atom == DW_OP_call_frame_cfa) return Location{false, frame_end_};
    if (atom == DW_OP_fbreg) return relative(frame_base_, operation.number);
    if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
      return relative(registers_.value(atom - DW_OP_breg0), operation.number);
    }
    if (atom == DW_OP_bregx) return relative(registers_.value(operation.number), operation.number2);
    std::optional<std::uint64_t> value;
    if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) value = registers_.value(atom - DW_OP_reg0);
    if (atom == DW_OP_regx) value = registers_.value(operation.number);
    if (!value) return std::nullopt;
    return Location{true, *value};
  }

  // Most locations are one operation; a value that is computed ends with DW_OP_stack_value.
  static void continue_with(const Dwarf_Op& operation, std::optional<Location>& found) {
    if (operation.atom == DW_OP_plus_uconst && !found->is_register) {
      found->place += operation.number;
    } else if (operation.atom == DW_OP_stack_value && !found->is_register) {
      found->is_register = true;
    } else {
      found.reset();
    }
  }

  static std::optional<Location> relative(std::optional<std::uint64_t> base, std::uint64_t offset) {
    if (!base) return std::nullopt;
    return Location{false, *base + offset};
  }

  std::uint64_t code_;
  std::uint64_t frame_end_;
  const FrameRegisters& registers_;
  std::optional<std::uint64_t> frame_base_;
};

class Collector {
 public:
  Collector(const std::vector<int>& lines, std::uint64_t code, const Locator& locator)
      : lines_(lines), code_(code), locator_(locator) {}

  // Adds the variables of a scope and of those inside it that contain the code.
  void collect(Dwarf_Die& scope, std::size_t level) {
    Dwarf_Die die;
    if (dwarf_child(&scope, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) add(die, level);
      const bool is_inlined = tag == DW_TAG_inlined_subroutine && level > 0;
      if (!is_inlined && tag != DW_TAG_lexical_block) continue;
      if (dwarf_haspc(&die, code_) == 1) collect(die, is_inlined ? level - 1 : level);
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  std::vector<LocalVariable> take() { return std::move(variables_); }

 private:
  void add(Dwarf_Die& die, std::size_t level) {
    const char* const name = dwarf_diename(&die);
    const std::optional<Dwarf_Die> type = type_of(die);
    if (name == nullptr || !type) return;
    const std::optional<Location> found = locator_.location(die, DW_AT_location);
    if (!found) return;
    const auto line = static_cast<int>(number_in(die, DW_AT_decl_line).value_or(0));
    const bool is_later = level < lines_.size() && lines_[level] > 0 && line > lines_[level];
    variables_.push_back({name, *type, found->is_register, found->place, line, is_later, level});
  }

  const std::vector<int>& lines_;
  std::uint64_t code_;
  const Locator& locator_;
  std::vector<LocalVariable> variables_;
};

}  // namespace

std::optional<std::uint64_t> FrameRegisters::value(std::uint64_t number) const {
  if (machine_ == EM_AARCH64) {
    if (number == 31) return stack_pointer_;
    if (number < 19 || number > 29) return std::nullopt;
    return kept_[number - 19];
  }
  if (machine_ != EM_X86_64) return std::nullopt;
  if (number == 7) return stack_pointer_;
  constexpr std::array<std::uint64_t, 6> kNumbers = {3, 6, 12, 13, 14, 15};
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    if (kNumbers[i] == number) return kept_[i];
  }
  return std::nullopt;
}

std::vector<LocalVariable> local_variables(std::vector<Dwarf_Die> functions,
                                           const std::vector<int>& lines, std::uint64_t code,
                                           std::uint64_t frame_end,
                                           const FrameRegisters& registers) {
  if (functions.empty()) return {};
  const Locator locator(functions.back(), code, frame_end, registers);
  Collector collector(lines, code, locator);
  collector.collect(functions.back(), functions.size() - 1);
  return collector.take();
}

}  // namespace heddle::symbolize
