#include "guidance/recovery/values.hpp"

namespace heddle::guidance {

Values::Values(const ElfImage& image, Convention convention)
    : image_(image), convention_(convention) {
  registers_[convention.stack].kind = Value::Kind::frame;
}

Value Values::of(Register from) const { return from < kRegisters ? registers_[from] : Value{}; }

Value Values::address_of(const MemoryOperand& memory) const {
  if (memory.index != kNoRegister) return {};
  Value value;
  if (memory.base == kNoRegister) {
    value.kind = Value::Kind::constant;
  } else {
    value = of(memory.base);
  }
  value.number += memory.offset;
  return value;
}

Value Values::load(const MemoryOperand& memory) const {
  const Value from = address_of(memory);
  if (from.kind == Value::Kind::frame) {
    const auto slot = slots_.find(from.number);
    return slot == slots_.end() ? Value{} : slot->second;
  }
  if (from.kind == Value::Kind::constant) {
    const Relocated* const word = image_.relocated(from.address());
    if (word != nullptr && !word->symbol.empty()) {
      return {.kind = Value::Kind::foreign, .symbol = word};
    }
    const Section* const section = image_.section_at(from.address());
    // The dynamic linker writes this word once; a variable may hold anything.
    if (word != nullptr && section != nullptr && section->name.substr(0, 4) == ".got") {
      return {.kind = Value::Kind::constant, .number = static_cast<std::int64_t>(word->address)};
    }
    return {.kind = Value::Kind::loaded, .depth = 1};
  }
  Value loaded{.kind = Value::Kind::loaded, .depth = 1, .offset = from.number};
  if (memory.index != kNoRegister) loaded.offset = -1;
  if (from.kind == Value::Kind::loaded) {
    loaded.depth = static_cast<std::uint8_t>(from.depth < 200 ? from.depth + 1 : 200);
    loaded.previous = from.offset;
  }
  return loaded;
}

void Values::apply(const Instruction& instruction) {
  for (std::uint8_t i = 0; i < instruction.effect_count; ++i) {
    const Effect& effect = instruction.effects[i];
    Value value;
    switch (effect.kind) {
      case Effect::Kind::set:
        value = {.kind = Value::Kind::constant, .number = effect.immediate};
        break;
      case Effect::Kind::move:
        value = of(effect.source);
        value.number += effect.immediate;
        break;
      case Effect::Kind::load:
        if (effect.width == 8) value = load(effect.memory);
        break;
      case Effect::Kind::store: {
        const Value to = address_of(effect.memory);
        if (to.kind == Value::Kind::frame) slots_[to.number] = of(effect.source);
        continue;
      }
      case Effect::Kind::overwrite:
        break;
    }
    if (effect.target < kRegisters) registers_[effect.target] = value;
  }
}

void Values::forget() {
  for (Value& value : registers_) {
    if (value.kind != Value::Kind::frame) value = {};
  }
  slots_.clear();
}

void Values::restore_frame() {
  for (std::size_t i = 0; i < kRegisters; ++i) {
    if (marked_[i].kind == Value::Kind::frame) registers_[i] = marked_[i];
  }
}

void Values::after_call() {
  for (std::size_t i = 0; i < kRegisters; ++i) {
    if ((convention_.kept >> i & 1) == 0) registers_[i] = {};
  }
}

}  // namespace heddle::guidance
