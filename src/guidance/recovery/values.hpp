// Follows addresses through registers and stack slots of straight code, to resolve indirect calls.
#pragma once

#include <array>
#include <unordered_map>

#include "guidance/recovery/decoder.hpp"

namespace heddle::guidance {

struct Value {
  enum class Kind : std::uint8_t {
    unknown,   // plus `number`
    constant,  // `number`
    frame,     // the stack pointer at the entry of the function plus `number`
    loaded,    // from memory, plus `number`
    foreign    // the address of a symbol of another module
  };
  Kind kind = Kind::unknown;
  std::uint8_t depth = 0;  // of `loaded`: how many loads in a row
  std::int64_t number = 0;
  std::int64_t offset = 0;            // of `loaded`: of the last load
  std::int64_t previous = -1;         // of `loaded`: offset of the load before
  const Relocated* symbol = nullptr;  // of `foreign`

  bool is_address() const { return kind == Kind::constant; }
  std::uint64_t address() const { return static_cast<std::uint64_t>(number); }

  // A function of a virtual table: loaded from the table that the first word of an object names.
  bool is_virtual_function() const {
    return kind == Kind::loaded && number == 0 && depth >= 2 && previous == 0 && offset >= 0 &&
           offset % 8 == 0;
  }
};

class Values {
 public:
  Values(const ElfImage& image, Convention convention);

  void apply(const Instruction& instruction);
  // At a place that several jumps reach.
  void forget();
  // Marks the end of the prologue; `restore_frame` undoes an epilogue that the code before was.
  void mark_frame() { marked_ = registers_; }
  void restore_frame();
  void after_call();

  Value of(Register from) const;
  Value load(const MemoryOperand& memory) const;

 private:
  Value address_of(const MemoryOperand& memory) const;

  const ElfImage& image_;
  Convention convention_;
  std::array<Value, kRegisters> registers_;
  std::array<Value, kRegisters> marked_;
  std::unordered_map<std::int64_t, Value> slots_;  // by offset from the frame
};

}  // namespace heddle::guidance
