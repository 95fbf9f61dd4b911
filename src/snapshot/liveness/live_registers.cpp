#include "snapshot/liveness/live_registers.hpp"

#include <unordered_map>
#include <vector>

#include "runtime/root.hpp"
#include "snapshot/liveness/callees.hpp"
#include "snapshot/liveness/function_part.hpp"
#include "snapshot/liveness/wide_writes.hpp"

namespace heddle::native {
namespace {

// Functions that are longer than this from the call on are not followed.
constexpr std::size_t kMostInstructions = 4096;

struct ReachedInstruction {
  LiveRegisters needs;  // by the instruction itself
  RegisterSet writes = 0;
  LiveRegisters live;
  std::vector<std::size_t> next;
};

// The instructions that can be reached from a call on.
class Reachable {
 public:
  // False when they cannot all be known.
  bool follow(std::uintptr_t after) {
    add(after);
    if (!add_landing_pad(after, nullptr)) return false;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (i == kMostInstructions || !visit(i)) return false;
    }
    return true;
  }

  LiveRegisters live() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = places_.size(); i-- > 0;) changed |= update(places_[i]);
    }
    LiveRegisters live;
    for (std::size_t i = 0; i < entries_; ++i) {
      live.own |= places_[i].live.own;
      live.passed |= places_[i].live.passed;
    }
    return live;
  }

  // Only a function that has saved a register writes it.
  RegisterSet written() const {
    RegisterSet written = 0;
    for (const ReachedInstruction& place : places_) written |= place.writes;
    return written;
  }

 private:
  // Whether something came to light.
  bool update(ReachedInstruction& place) const {
    LiveRegisters after;
    for (const std::size_t next : place.next) {
      after.own |= places_[next].live.own;
      after.passed |= places_[next].live.passed;
    }
    const LiveRegisters before = place.live;
    place.live.own = place.needs.own | (after.own & ~place.writes);
    place.live.passed = place.needs.passed | (after.passed & ~place.writes);
    return place.live.own != before.own || place.live.passed != before.passed;
  }

  std::size_t add(std::uintptr_t address) {
    const auto [known, is_new] = numbers_.try_emplace(address, places_.size());
    if (is_new) {
      addresses_.push_back(address);
      places_.emplace_back();
    }
    return known->second;
  }

  // Adds the landing pad of the call that returns to `after`, made by `caller`; null: by the
  // analysed code.
  bool add_landing_pad(std::uintptr_t after, const std::size_t* caller) {
    if (!enter(after - 1)) return false;
    const std::optional<std::uintptr_t> pad = part_->landing_pad(after);
    if (!pad) return false;
    if (*pad != 0) {
      const std::size_t number = add(*pad);
      if (caller != nullptr) places_[*caller].next.push_back(number);
    }
    if (caller == nullptr) entries_ = places_.size();
    return true;
  }

  bool enter(std::uintptr_t address) {
    if (!part_ || !part_->holds(address)) part_ = FunctionPart::around(address);
    return part_.has_value();
  }

  bool visit(std::size_t number) {
    const std::uintptr_t address = addresses_[number];
    const std::optional<Instruction> instruction =
        enter(address) ? instruction_at(address, part_->end()) : std::nullopt;
    if (!instruction) {
      // It goes where we do not follow: anything may be needed there.
      places_[number].needs.own = kKeptRegisters;
      return true;
    }
    const RegisterSet bytes = last_byte_writes(address, *instruction);
    places_[number].needs.own = instruction->reads & ~bytes;
    if (instruction->returns) places_[number].needs.passed = kKeptRegisters;
    places_[number].writes = instruction->writes | bytes;
    if (instruction->is_call) return visit_call(number, *instruction);
    if (instruction->goes_on) link(number, instruction->next);
    if (instruction->target != 0) link(number, instruction->target);
    return true;
  }

  // Returns the registers of which the instruction overwrites all bytes that matter.
  RegisterSet last_byte_writes(std::uintptr_t address, const Instruction& instruction) {
    if (instruction.writes_byte == 0) return 0;
    if (!has_wide_writes_) wide_writes_ = WideWrites::of(*part_);
    has_wide_writes_ = true;
    const RegisterSet wide = wide_writes_ ? wide_writes_->before(address) : kKeptRegisters;
    return instruction.writes_byte & ~wide;
  }

  bool visit_call(std::size_t number, const Instruction& call) {
    // One at the very end does not come back either.
    const bool comes_back = call.next != part_->end() && !never_returns(call.target);
    if (comes_back) link(number, call.next);
    return add_landing_pad(call.next, &number);
  }

  void link(std::size_t from, std::uintptr_t to) {
    const std::size_t number = add(to);
    places_[from].next.push_back(number);
  }

  std::unordered_map<std::uintptr_t, std::size_t> numbers_;
  std::vector<std::uintptr_t> addresses_;
  std::vector<ReachedInstruction> places_;
  std::size_t entries_ = 0;  // the first of them are where the call goes on
  std::optional<FunctionPart> part_;
  bool has_wide_writes_ = false;
  std::optional<WideWrites> wide_writes_;  // of the function with the first byte that was written
};

LiveRegisters find_live_registers(std::uintptr_t after) {
  Reachable reachable;
  if (!reachable.follow(after)) return {.own = kKeptRegisters};
  LiveRegisters live = reachable.live();
  const RegisterSet written = reachable.written();
  // One that is not written was not saved, so that it may be the caller's, whom an exception can
  // reach without a return.
  live.own |= kKeptRegisters & ~(live.passed ^ written);
  live.passed &= ~live.own;
  return live;
}

}  // namespace

struct LiveRegisterTable {
  std::unordered_map<std::uintptr_t, LiveRegisters> known;  // by the address after a call
};

LiveRegisters live_registers(std::uintptr_t after) {
  auto& known = allocated_part(runtime().live_register_table).known;
  const auto [entry, is_new] = known.try_emplace(after);
  if (is_new) entry->second = find_live_registers(after);
  return entry->second;
}

}  // namespace heddle::native
