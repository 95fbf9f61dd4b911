#include "snapshot/liveness/wide_writes.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostFollowed = 8192;

}  // namespace

std::optional<WideWrites> WideWrites::of(const FunctionPart& function) {
  if (!function.begins_function()) return std::nullopt;
  WideWrites found;
  found.enter(function.begin(), 0);
  while (!found.pending_.empty()) {
    const std::uintptr_t address = found.pending_.back();
    found.pending_.pop_back();
    if (found.before_.size() > kMostFollowed || !found.follow(address)) return std::nullopt;
  }
  return found;
}

RegisterSet WideWrites::before(std::uintptr_t address) const {
  const auto found = before_.find(address);
  return found == before_.end() ? kKeptRegisters : found->second;
}

// Adds an instruction, or what may have been changed before it.
void WideWrites::enter(std::uintptr_t address, RegisterSet changed) {
  const auto [known, is_new] = before_.try_emplace(address, changed);
  if (!is_new && (changed & ~known->second) == 0) return;
  known->second |= changed;
  pending_.push_back(address);
}

bool WideWrites::follow(std::uintptr_t address) {
  if (!part_ || !part_->holds(address)) part_ = FunctionPart::around(address);
  if (!part_) return false;
  const std::optional<Instruction> instruction = instruction_at(address, part_->end());
  if (!instruction) return false;
  const RegisterSet changed = before_[address] | instruction->changes;
  if (instruction->is_call) {
    const std::optional<std::uintptr_t> pad = part_->landing_pad(instruction->next);
    if (!pad) return false;
    if (*pad != 0) enter(*pad, changed);
  } else if (instruction->target != 0) {
    enter(instruction->target, changed);
  }
  // Nothing follows a call at the very end: it does not return.
  if (instruction->goes_on && instruction->next != part_->end()) enter(instruction->next, changed);
  return true;
}

}  // namespace heddle::native
