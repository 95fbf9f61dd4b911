#include "guidance/recovery/function_code.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "guidance/recovery/jump_table.hpp"
#include "guidance/recovery/values.hpp"

namespace heddle::guidance {

struct FunctionReader::Work {
  Work(FunctionReader& owner, const std::vector<Piece>& of) : reader(owner), pieces(of) {}

  bool inside(std::uint64_t address) const {
    return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
      return address >= piece.begin && address < piece.end;
    });
  }

  void decode() {
    std::vector<Instruction> part;
    for (const Piece& piece : pieces) {
      reader.decoder_->decode(reader.image_, piece.begin, piece.end, part);
      code.insert(code.end(), part.begin(), part.end());
      leaders.insert(piece.begin);
    }
    for (const Instruction& at : code) {
      if ((at.flow == Flow::jump || at.flow == Flow::branch) && inside(at.target)) {
        leaders.insert(at.target);
        joins.insert(at.target);
      }
      if (at.flow == Flow::call) {
        const std::uint64_t pad = reader.unwind_.pad_of(at.address);
        if (pad != 0 && inside(pad)) {
          leaders.insert(pad);
          joins.insert(pad);
        }
      }
      if (at.flow != Flow::next) leaders.insert(at.end());
    }
  }

  // Resolves indirect calls and jumps in one walk over the code in the order of addresses.
  void follow_values() {
    const Convention convention = reader.decoder_->convention();
    Values values(reader.image_, convention);
    bool entered = false;
    constants.assign(code.size(), 0);
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Instruction& at = code[i];
      const bool reached_by_jump = i > 0 && ends(code[i - 1].flow);
      if (joins.count(at.address) > 0 || reached_by_jump) {
        values.forget();
        if (entered && reached_by_jump) values.restore_frame();
      }
      if (!entered && at.flow != Flow::next) {
        values.mark_frame();
        entered = true;
      }
      if (at.is_indirect()) resolve(i, values);
      const Value argument = values.of(convention.argument);
      if (argument.is_address() && at.flow != Flow::next) {
        arguments.emplace(at.address, argument.address());
      }
      values.apply(at);
      note_constants(i, values);
      if (at.flow == Flow::call) values.after_call();
    }
  }

  static bool ends(Flow flow) {
    return flow == Flow::jump || flow == Flow::ret || flow == Flow::stop;
  }

  void note_constants(std::size_t i, const Values& values) {
    const Instruction& at = code[i];
    for (std::uint8_t k = 0; k < at.effect_count; ++k) {
      const Effect& effect = at.effects[k];
      if (effect.kind == Effect::Kind::store && effect.source == kNoRegister) {
        references.insert(static_cast<std::uint64_t>(effect.immediate));
      }
      const Value value = values.of(effect.target);
      if (effect.target == kNoRegister || !value.is_address()) continue;
      constants[i] = value.address();
      references.insert(value.address());
    }
  }

  void resolve(std::size_t i, const Values& values) {
    const Instruction& at = code[i];
    const Value value =
        at.through_memory ? values.load(at.target_memory) : values.of(at.target_register);
    Callee callee{.kind = Callee::Kind::pointer};
    if (value.kind == Value::Kind::foreign) {
      callee = {.kind = Callee::Kind::foreign, .symbol = value.symbol->symbol};
    } else if (value.is_address()) {
      callee = {.kind = Callee::Kind::address, .address = value.address()};
    } else if (value.is_virtual_function()) {
      callee = {.kind = Callee::Kind::virtual_function,
                .address = static_cast<std::uint64_t>(value.offset) / 8};
    } else if (at.flow == Flow::jump && resolve_table(i)) {
      return;
    }
    callees.emplace(at.address, std::move(callee));
  }

  // Whether an indirect jump is that of a switch.
  bool resolve_table(std::size_t i) {
    const JumpTable table =
        find_jump_table(reader.image_, code, i, constants,
                        [this](std::uint64_t target) { return is_code(target); });
    if (!table.found && !table.likely) return false;
    for (const std::uint64_t target : table.targets) {
      leaders.insert(target);
      joins.insert(target);
    }
    tables.emplace(code[i].address, table.targets);
    return true;
  }

  bool is_code(std::uint64_t address) const {
    const auto found = std::lower_bound(
        code.begin(), code.end(), address,
        [](const Instruction& at, std::uint64_t wanted) { return at.address < wanted; });
    return found != code.end() && found->address == address;
  }

  void form_blocks(FunctionCode& made) {
    bool fresh = true;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Instruction& at = code[i];
      if (fresh || leaders.count(at.address) > 0) {
        if (!fresh) close(made.blocks.back(), code[i - 1]);
        made.blocks.push_back({.begin = at.address, .end = at.address});
      }
      Block& block = made.blocks.back();
      block.end = at.end();
      fresh = at.flow != Flow::next;
      if (fresh) end_block(made, at);
    }
    if (!fresh && !code.empty()) close(made.blocks.back(), code.back());
    connect_tables(made);
  }

  // Ends a block that runs into the next one.
  void close(Block& block, const Instruction& last) const {
    if (inside(last.end())) {
      block.successors.push_back(last.end());
    } else {
      block.callee = {.kind = Callee::Kind::address, .address = last.end()};
      block.returns = true;
    }
  }

  void end_block(FunctionCode& made, const Instruction& at) {
    Block& block = made.blocks.back();
    if (const auto known = arguments.find(at.address); known != arguments.end()) {
      block.argument = known->second;
    }
    switch (at.flow) {
      case Flow::ret:
        block.returns = true;
        break;
      case Flow::call:
        if (const std::uint64_t pad = reader.unwind_.pad_of(at.address); pad != 0 && inside(pad)) {
          block.landing_pad = pad;
        }
        block.callee = callee_of(at);
        if (inside(at.end())) block.successors.push_back(at.end());
        break;
      case Flow::jump:
        if (inside(at.target) && at.target != 0) {
          block.successors.push_back(at.target);
        } else if (tables.count(at.address) == 0) {
          block.callee = callee_of(at);
          block.returns = true;
        }
        break;
      case Flow::branch:
        if (inside(at.end())) block.successors.push_back(at.end());
        if (inside(at.target)) {
          block.successors.push_back(at.target);
        } else {
          split_tail_call(made, at);
        }
        break;
      default:
        break;
    }
  }

  // A conditional tail call becomes a block of its own: the last byte of the branch.
  static void split_tail_call(FunctionCode& made, const Instruction& at) {
    Block call{.begin = at.end() - 1, .end = at.end()};
    call.callee = {.kind = Callee::Kind::address, .address = at.target};
    call.returns = true;
    made.blocks.back().end = call.begin;
    made.blocks.back().successors.push_back(call.begin);
    made.blocks.push_back(std::move(call));
  }

  Callee callee_of(const Instruction& at) const {
    if (at.target != 0) return {.kind = Callee::Kind::address, .address = at.target};
    const auto found = callees.find(at.address);
    return found == callees.end() ? Callee{.kind = Callee::Kind::pointer} : found->second;
  }

  void connect_tables(FunctionCode& made) {
    if (tables.empty()) return;
    std::set<std::uint64_t> reached;
    for (const Piece& piece : pieces) reached.insert(piece.begin);
    for (const Block& block : made.blocks) {
      reached.insert(block.successors.begin(), block.successors.end());
      reached.insert(block.landing_pad);
    }
    for (const auto& [jump, targets] : tables) reached.insert(targets.begin(), targets.end());
    for (Block& block : made.blocks) {
      const auto table = tables.find(last_of(block));
      if (table == tables.end()) continue;
      block.successors = table->second;
      if (!block.successors.empty()) continue;
      // The table was not understood: it leads to all blocks that nothing else leads to.
      for (const Block& other : made.blocks) {
        if (reached.count(other.begin) == 0) block.successors.push_back(other.begin);
      }
    }
  }

  std::uint64_t last_of(const Block& block) const {
    const auto after = std::lower_bound(
        code.begin(), code.end(), block.end,
        [](const Instruction& at, std::uint64_t wanted) { return at.address < wanted; });
    return after == code.begin() ? 0 : (after - 1)->address;
  }

  FunctionReader& reader;
  const std::vector<Piece>& pieces;
  std::vector<Instruction> code;
  std::set<std::uint64_t> leaders;
  std::set<std::uint64_t> joins;         // leaders that jumps reach
  std::vector<std::uint64_t> constants;  // the address that each instruction computes, or 0
  std::set<std::uint64_t> references;
  std::unordered_map<std::uint64_t, Callee> callees;           // of indirect calls, by address
  std::unordered_map<std::uint64_t, std::uint64_t> arguments;  // of calls, by address
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> tables;
};

FunctionReader::FunctionReader(const ElfImage& image, const UnwindTable& unwind)
    : image_(image), unwind_(unwind), decoder_(make_decoder(image.machine())) {}

FunctionReader::~FunctionReader() = default;

FunctionCode FunctionReader::read(const std::vector<Piece>& pieces) {
  FunctionCode made;
  Work work(*this, pieces);
  work.decode();
  work.follow_values();
  work.form_blocks(made);
  made.references.assign(work.references.begin(), work.references.end());
  return made;
}

Callee FunctionReader::stub_target(std::uint64_t address) {
  constexpr std::uint64_t kLongestStub = 32;
  std::vector<Instruction> code;
  decoder_->decode(image_, address, address + kLongestStub, code);
  Values values(image_, decoder_->convention());
  for (const Instruction& at : code) {
    if (at.flow == Flow::next) {
      values.apply(at);
      continue;
    }
    if (at.flow != Flow::jump || !at.is_indirect()) break;
    const Value value =
        at.through_memory ? values.load(at.target_memory) : values.of(at.target_register);
    if (value.kind == Value::Kind::foreign) {
      return {.kind = Callee::Kind::foreign, .symbol = value.symbol->symbol};
    }
    if (value.is_address()) return {.kind = Callee::Kind::address, .address = value.address()};
    break;
  }
  return {.kind = Callee::Kind::foreign};
}

}  // namespace heddle::guidance
