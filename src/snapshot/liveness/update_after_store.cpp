#include "snapshot/liveness/update_after_store.hpp"

#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "runtime/code_around.hpp"
#include "runtime/engine_thread.hpp"
#include "snapshot/liveness/update_sites.hpp"

namespace heddle::native {
namespace {

// A store to a bit-field of six bytes takes 30 instructions without optimisation.
constexpr int kLongestStore = 64;

// Follows straight code behind a call.  At its begin each register holds an unknown value, whose
// number is that of the register.
class StraightCode {
 public:
  explicit StraightCode(UpdateOf memory) : memory_(memory) {
    for (int i = 0; i < kRegisters; ++i) registers_[static_cast<std::size_t>(i)] = {i};
  }

  // Returns whether the instruction updates memory, or stores what was loaded before.
  bool updates_with(const MemoryUse& use) {
    const Place place = place_of(use.at);
    const bool found = accesses(use, place);
    const bool is_address =
        use.target != kNoRegister && !use.made.is_thread_own && use.made.index == kNoRegister;
    const std::optional<Value> made = is_address ? std::optional(value_of(use.made)) : std::nullopt;
    for (int i = 0; i < kRegisters; ++i) {
      if ((use.overwritten >> i & 1) != 0) registers_[static_cast<std::size_t>(i)] = {++last_};
    }
    note_load(use, place);
    if (use.target != kNoRegister) {
      registers_[static_cast<std::size_t>(use.target)] = made.value_or(Value{++last_});
    }
    return found;
  }

 private:
  // A value: something unknown, by its number, and an offset to it.
  struct Value {
    int unknown = 0;
    std::uintptr_t offset = 0;
  };
  // An address with an index is the sum of two values.
  using Place = std::tuple<int, std::uintptr_t, int, std::uintptr_t>;

  static constexpr int kFixed = -1;      // the address is the offset
  static constexpr int kThreadOwn = -2;  // through the thread pointer
  static constexpr int kNothing = -3;    // no index

  Value value_of(const AddressForm& form) const {
    if (form.is_thread_own) return {kThreadOwn, form.offset};
    if (form.base == kNoRegister) return {kFixed, form.offset};
    Value value = registers_[static_cast<std::size_t>(form.base)];
    value.offset += form.offset;
    return value;
  }

  Place place_of(const AddressForm& form) const {
    const Value value = value_of(form);
    Value index{kNothing};
    if (form.index != kNoRegister) index = registers_[static_cast<std::size_t>(form.index)];
    return {value.unknown, value.offset, index.unknown, index.offset};
  }

  bool counts(const Place& place) const {
    const int base = std::get<0>(place);
    if (base == kThreadOwn) return false;
    return memory_ == UpdateOf::any_memory || (base != kStackRegister && base != kFrameRegister);
  }

  bool accesses(const MemoryUse& use, const Place& place) {
    if (use.use == Use::none || use.is_indivisible) return false;
    if (use.use == Use::read) {
      loaded_.insert(place);
      return false;
    }
    held_.erase(place);
    return counts(place) && (use.use == Use::update || loaded_.contains(place));
  }

  // Two loads of one place give one value, as of a pointer that the code keeps on the stack.
  void note_load(const MemoryUse& use, const Place& place) {
    if (use.use != Use::read || std::popcount(use.overwritten) != 1) return;
    Value& loaded = registers_[static_cast<std::size_t>(std::countr_zero(use.overwritten))];
    loaded = held_.try_emplace(place, loaded).first->second;
  }

  UpdateOf memory_;
  std::array<Value, kRegisters> registers_{};
  int last_ = kRegisters;  // number of an unknown value
  std::set<Place> loaded_;
  std::map<Place, Value> held_;  // values in memory that the code has loaded
};

}  // namespace

bool has_update_after_store(std::uintptr_t after, std::uintptr_t end, UpdateOf memory,
                            DecodeMemoryUse decode) {
  StraightCode code(memory);
  std::uintptr_t at = after;
  for (int i = 0; i < kLongestStore && at < end; ++i) {
    const std::optional<MemoryUse> use = decode(at, end);
    if (!use || use->is_call) return false;
    if (code.updates_with(*use)) return true;
    if (use->goes_to != 0 || !use->goes_on) return false;
    at = use->next;
  }
  return false;
}

bool is_bit_field_store(Site after, bool is_on_own_stack) {
  const auto address = static_cast<std::uintptr_t>(after);
  // An address of code is below 2^63; the two questions about one call are remembered apart.
  const std::uintptr_t key = address << 1 | (is_on_own_stack ? 1 : 0);
  if (const UpdateSites* const sites = runtime().update_sites) {
    const auto found = sites->bit_fields.find(key);
    if (found != sites->bit_fields.end()) return found->second;
  }
  const EngineThread engine;
  const bool is_update =
      has_update_after_store(address, code_around(address).end,
                             is_on_own_stack ? UpdateOf::any_memory : UpdateOf::other_memory);
  allocated_part(runtime().update_sites).bit_fields.emplace(key, is_update);
  return is_update;
}

}  // namespace heddle::native
