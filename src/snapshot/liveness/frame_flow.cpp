#include "snapshot/liveness/frame_flow.hpp"

#include <algorithm>

#include "snapshot/liveness/callees.hpp"
#include "snapshot/liveness/jump_table.hpp"

namespace heddle::native {
namespace {

// Larger functions and frames are not analysed.
constexpr std::size_t kMostPlaces = 8192;
constexpr std::int64_t kLargestFrame = 4096;

#if defined(__aarch64__)
constexpr std::int64_t kAtEntry = 0;
// Instructions after one that sets the argument.  Other uses of the register are not decoded here.
constexpr int kFollowed = 1;
#else
constexpr std::int64_t kAtEntry = -8;  // a call pushes the return address
constexpr int kFollowed = 64;
#endif

}  // namespace

std::optional<FrameFlow> FrameFlow::of(const FunctionPart& function, LocalObjectTable& objects) {
  FrameFlow flow;
  if (!function.begins_function() || !flow.follow(function)) return std::nullopt;
  if (!flow.note_accesses()) return std::nullopt;
  if (!flow.is_all_live_ && !flow.formed_.empty()) flow.find_exposed(objects.of(function.begin()));
  if (!flow.is_all_live_) flow.find_live();
  return flow;
}

bool FrameFlow::follow(const FunctionPart& function) {
  if (!enter(function.begin(), {.stack_pointer = kAtEntry})) return false;
  while (!pending_.empty()) {
    const std::size_t number = pending_.back();
    pending_.pop_back();
    places_[number].is_pending = false;
    if (places_.size() > kMostPlaces || !visit(number)) return false;
  }
  return true;
}

// Adds a place, or merges what is known of its registers.  Nothing when the stack pointer depends
// on the path.
std::optional<std::size_t> FrameFlow::enter(std::uintptr_t address, const Registers& registers) {
  const auto [known, is_new] = numbers_.try_emplace(address, places_.size());
  const std::size_t number = known->second;
  if (is_new) {
    Place& place = places_.emplace_back();
    place.address = address;
    place.before = registers;
    pending_.push_back(number);
    return number;
  }
  Registers& before = places_[number].before;
  if (before.stack_pointer != registers.stack_pointer) return std::nullopt;
  const bool is_same =
      before.frame_is == registers.frame_is &&
      (before.frame_is != Pointer::frame || before.frame_pointer == registers.frame_pointer);
  const bool is_known = is_same || before.frame_is == Pointer::mixed;
  if (is_known && before.has_called <= registers.has_called) return number;
  if (!is_known) before.frame_is = Pointer::mixed;
  before.has_called = before.has_called && registers.has_called;
  if (!places_[number].is_pending) pending_.push_back(number);
  places_[number].is_pending = true;
  return number;
}

bool FrameFlow::link(std::size_t from, std::uintptr_t to, const Registers& registers) {
  const std::optional<std::size_t> number = enter(to, registers);
  if (!number) return false;
  std::vector<std::size_t>& next = places_[from].next;
  if (std::find(next.begin(), next.end(), *number) == next.end()) next.push_back(*number);
  return true;
}

bool FrameFlow::visit(std::size_t number) {
  const std::uintptr_t address = places_[number].address;
  if (!part_ || !part_->holds(address)) part_ = FunctionPart::around(address);
  if (!part_) return false;
  const std::optional<FrameUse> use = frame_use_at(address, part_->end());
  if (!use) return false;
  places_[number].use = *use;
  Registers registers = places_[number].before;
  if (!step(*use, registers)) return false;
  registers.has_called |= use->is_call;
  if (use->is_call) return visit_call(number, registers);
  if (use->is_computed_jump) return visit_table(number, registers);
  if (use->goes_on && !link(number, use->next, registers)) return false;
  if (use->goes_on) places_[numbers_[use->next]].previous = address;
  return use->target == 0 || link(number, use->target, registers);
}

bool FrameFlow::visit_call(std::size_t number, const Registers& after) {
  const FrameUse use = places_[number].use;
  if (returns_twice(use.target)) is_all_live_ = true;
  const bool comes_back = use.next != part_->end() && !never_returns(use.target);
  const std::optional<std::uintptr_t> pad = part_->landing_pad(use.next);
  if (!pad) return false;
  calls_[use.next] = number;
  if (comes_back && !link(number, use.next, after)) return false;
  return *pad == 0 || link(number, *pad, after);
}

bool FrameFlow::visit_table(std::size_t number, const Registers& registers) {
  std::vector<std::uintptr_t> trail;
  for (std::uintptr_t at = places_[number].address; at != 0 && trail.size() < kLongestTrail;) {
    trail.insert(trail.begin(), at);
    at = places_[numbers_[at]].previous;
  }
  const std::optional<std::vector<std::uintptr_t>> targets = jump_targets(trail, *part_);
  if (!targets) return false;
  return std::all_of(targets->begin(), targets->end(),
                     [&](std::uintptr_t target) { return link(number, target, registers); });
}

// Changes the registers as the instruction does.  Returns whether the stack pointer stays known.
bool FrameFlow::step(const FrameUse& use, Registers& registers) {
  const Registers before = registers;
  // An address whose register may or may not point into the frame.
  const auto is_unclear = [&](const FrameAddress& address) {
    return address.base == FrameBase::frame_pointer && before.frame_is == Pointer::mixed;
  };
  const bool names_frame = before.frame_is != Pointer::other;
  is_all_live_ |= use.uses_stack_pointer || (use.uses_frame_pointer && names_frame);
  is_all_live_ |= is_unclear(use.formed) || is_unclear(use.frame_pointer);
  for (std::size_t i = 0; i < use.access_count; ++i) {
    is_all_live_ |= is_unclear(use.accesses[i].at);
  }
  if (use.loses_stack_pointer) return false;
  if (use.stack_pointer.base != FrameBase::none) {
    const std::optional<std::int64_t> moved = resolve(use.stack_pointer, before);
    if (!moved) return false;
    registers.stack_pointer = *moved;
  }
  if (use.loses_frame_pointer) {
    registers.frame_is = Pointer::other;
  } else if (use.frame_pointer.base != FrameBase::none && !is_unclear(use.frame_pointer)) {
    const std::optional<std::int64_t> moved = resolve(use.frame_pointer, before);
    registers.frame_is = moved ? Pointer::frame : Pointer::other;
    registers.frame_pointer = moved.value_or(0);
  }
  return true;
}

// Returns the offset of an address; nothing when it is none in the frame.
std::optional<std::int64_t> FrameFlow::resolve(const FrameAddress& address,
                                               const Registers& registers) {
  if (address.base == FrameBase::stack_pointer) return registers.stack_pointer + address.offset;
  const bool is_known =
      address.base == FrameBase::frame_pointer && registers.frame_is == Pointer::frame;
  if (!is_known) return std::nullopt;
  return registers.frame_pointer + address.offset;
}

// Follows what an instruction leaves in the register of the first argument.  Returns whether
// nothing reads it but the instrumentation, and adds the slots that it is stored in.
bool FrameFlow::follow_argument(const Place& place, std::set<std::int64_t>& slots) const {
  const Place* at = &place;
  for (int i = 0; i < kFollowed; ++i) {
    const FrameUse& last = at->use;
    if (!last.goes_on || last.target != 0 || last.is_computed_jump) return false;
    const auto next = numbers_.find(last.next);
    if (next == numbers_.end()) return false;
    at = &places_[next->second];
    if (at->use.is_call) return announces_access(at->use.target);
    switch (at->use.argument) {
      case ArgumentUse::none:
        break;
      case ArgumentUse::stored: {
        const std::optional<std::int64_t> slot = resolve(at->use.accesses[0].at, at->before);
        if (!slot) return false;
        slots.insert(*slot);
        break;
      }
      case ArgumentUse::formed:
      case ArgumentUse::loaded:
      case ArgumentUse::changed:
        return true;
      case ArgumentUse::other:
        return false;
    }
  }
  return false;
}

// Begins with all slots that the register is stored in, and drops those of which something else
// reads a byte, until only such are left as hold nothing for anyone but the instrumentation.
void FrameFlow::find_announced_slots() {
  constexpr std::int64_t kSlot = 8;
  for (const Place& place : places_) {
    if (place.use.argument != ArgumentUse::stored) continue;
    if (const auto slot = resolve(place.use.accesses[0].at, place.before)) {
      announced_slots_.insert(*slot);
    }
  }
  const auto is_harmless = [&](const Place& place, const FrameAccess& access, std::int64_t slot) {
    const std::optional<std::int64_t> at = resolve(access.at, place.before);
    if (!at || access.only_writes || *at >= slot + kSlot || *at + access.bytes <= slot) return true;
    if (place.use.argument != ArgumentUse::loaded || *at != slot) return false;
    std::set<std::int64_t> more;
    return follow_argument(place, more) &&
           std::includes(announced_slots_.begin(), announced_slots_.end(), more.begin(),
                         more.end());
  };
  const auto is_read = [&](std::int64_t slot) {
    return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
      return std::any_of(
          place.use.accesses.begin(), place.use.accesses.begin() + place.use.access_count,
          [&](const FrameAccess& access) { return !is_harmless(place, access, slot); });
    });
  };
  while (std::erase_if(announced_slots_, is_read) > 0) {
  }
}

// Returns whether the address that the instruction forms goes to the instrumentation alone.
bool FrameFlow::is_announced(const Place& place) const {
  std::set<std::int64_t> slots;
  return place.use.argument == ArgumentUse::formed && follow_argument(place, slots) &&
         std::includes(announced_slots_.begin(), announced_slots_.end(), slots.begin(),
                       slots.end());
}

bool FrameFlow::note_accesses() {
  lowest_loaded_ = 0;
#if !defined(__aarch64__)
  return_slot_ = kAtEntry;
#endif
  find_announced_slots();
  std::vector<std::int64_t> returns;
  for (const Place& place : places_) {
    lowest_ = std::min(lowest_, place.before.stack_pointer);
    const auto formed = resolve(place.use.formed, place.before);
    if (formed && is_announced(place)) {
      announced_.push_back(*formed);
    } else if (formed) {
      formed_.push_back(*formed);
      find_near(place, *formed);
      if (!place.before.has_called) early_.push_back(*formed);
    }
    for (std::size_t i = 0; i < place.use.access_count; ++i) {
      const FrameAccess& access = place.use.accesses[i];
      const std::optional<std::int64_t> at = resolve(access.at, place.before);
      if (!at) continue;
      lowest_ = std::min(lowest_, *at);
      const bool stores = access.only_writes || access.may_write;
      if (!stores && !access.pops) lowest_loaded_ = std::min(lowest_loaded_, *at);
      if (stores) written_.push_back({*at, *at + access.bytes});
      if (!access.only_writes || access.preserved == kNoPreserved) continue;
      saved_.push_back({*at, *at + access.bytes});
      if (access.preserved == kReturnAddress) returns.push_back(*at);
    }
  }
  const bool is_one_place =
      !returns.empty() && std::all_of(returns.begin(), returns.end(),
                                      [&](std::int64_t at) { return at == returns.front(); });
  if (is_one_place) return_slot_ = returns.front();
  if (!is_all_live_) find_kept_registers();
  return lowest_ >= -kLargestFrame;
}

// Returns the value of the base of the variables; nothing when it is not the same everywhere.
std::optional<std::int64_t> FrameFlow::base_of(const LocalObjects& objects) const {
  if (objects.base == LocalObjects::Base::frame_end) return 0;
  std::optional<std::int64_t> base;
  for (const auto& [after, number] : calls_) {
    const Registers& registers = places_[number].before;
    const bool is_pointer = objects.base == LocalObjects::Base::frame_pointer;
    if (is_pointer && registers.frame_is != Pointer::frame) return std::nullopt;
    const std::int64_t value = is_pointer ? registers.frame_pointer : registers.stack_pointer;
    if (base && *base != value) return std::nullopt;
    base = value;
  }
  return base;
}

// An instruction of aarch64 reaches slots within some distance.  For one that is further away, a
// compiler forms an address near it first, and uses that at once.
void FrameFlow::find_near(const Place& place, std::int64_t formed) {
  constexpr int kFollowed = 8;
  std::uintptr_t at = place.use.next;
  for (int i = 0; i < kFollowed; ++i) {
    const auto found = numbers_.find(at);
    if (found == numbers_.end()) return;
    const FrameUse& use = places_[found->second].use;
    at = use.next;
    if (use.pointer == kNoPointer || use.pointer != place.use.formed_in) continue;
    const std::int64_t begin = formed + use.pointer_offset;
    near_.push_back({std::min(formed, begin), std::max(formed, begin + use.pointer_bytes)});
  }
}

void FrameFlow::find_exposed(const std::optional<LocalObjects>& objects) {
  const std::optional<std::int64_t> base = objects ? base_of(*objects) : std::nullopt;
  is_all_live_ = !base;
  if (is_all_live_) return;
  std::vector<FrameObject> named;
  for (const LocalObject& object : objects->objects) {
    const std::int64_t begin = *base + object.offset;
    named.push_back({{begin, begin + static_cast<std::int64_t>(object.bytes)}, object.is_scalar});
  }
  // If accesses to objects are announced, nothing lies below them but the compiler's own slots.
  std::int64_t lowest = lowest_;
  if (!announced_.empty()) {
    lowest = std::min(*std::min_element(announced_.begin(), announced_.end()),
                      *std::min_element(formed_.begin(), formed_.end()));
    for (const FrameObject& object : named) lowest = std::min(lowest, object.bytes.begin);
  }
  exposed_ = exposed_bytes(std::move(named), formed_, {lowest, 0});
  // clang++ may form one address for accesses to many slots, at the entry of the function: it is
  // formed before the first call, which is one of the instrumentation.  Any access through a
  // register may be one of them.
  for (const std::int64_t address : early_) {
    for (const Place& place : places_) {
      if (place.use.pointer == kNoPointer) continue;
      const std::int64_t begin = address + place.use.pointer_offset;
      exposed_.push_back({begin, begin + place.use.pointer_bytes});
    }
  }
  is_all_live_ = !std::all_of(near_.begin(), near_.end(), [&](const ByteRange& near) {
    return std::any_of(exposed_.begin(), exposed_.end(), [&](const ByteRange& range) {
      return range.begin <= near.begin && near.end <= range.end;
    });
  });
}

// A function that writes a preserved register stores it first.  If it stores the register once, and
// the bytes are not used for anything else, they hold the caller's value.
void FrameFlow::find_kept_registers() {
  constexpr std::int64_t kRegisterBytes = 8;
  const auto for_each_access = [&](auto visit) {
    for (const Place& place : places_) {
      for (std::size_t i = 0; i < place.use.access_count; ++i) {
        const FrameAccess& access = place.use.accesses[i];
        if (const auto at = resolve(access.at, place.before)) visit(access, *at);
      }
    }
  };
  std::map<int, int> stores;
  for_each_access([&](const FrameAccess& access, std::int64_t at) {
    const bool is_general = access.preserved >= 0 && access.preserved < kReturnAddress;
    if (!is_general || !access.only_writes) return;
    ++stores[access.preserved];
    if (access.bytes == kRegisterBytes) kept_[access.preserved] = at;
  });
  std::erase_if(kept_, [&](const auto& kept) {
    bool has_other_use = stores[kept.first] != 1;
    for_each_access([&](const FrameAccess& access, std::int64_t at) {
      const bool overlaps = at < kept.second + kRegisterBytes && at + access.bytes > kept.second;
      const bool is_same =
          at == kept.second && access.bytes == kRegisterBytes && access.preserved == kept.first;
      has_other_use |= overlaps && !is_same;
    });
    return has_other_use;
  });
}

// Finds the live bytes before each instruction, by iteration from the ends of the function.
void FrameFlow::find_live() {
  const std::size_t words = (static_cast<std::size_t>(-lowest_) + 63) / 64;
  struct Effect {
    Bytes reads;
    Bytes keeps;
  };
  const auto mark = [&](Bytes& bytes, const ByteRange& range, bool on) {
    for (std::int64_t at = range.begin; at < std::min<std::int64_t>(range.end, 0); ++at) {
      const auto bit = static_cast<std::size_t>(at - lowest_);
      const std::uint64_t mask = std::uint64_t{1} << bit % 64;
      bytes[bit / 64] = on ? bytes[bit / 64] | mask : bytes[bit / 64] & ~mask;
    }
  };
  std::vector<Effect> effects(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    effects[i] = {Bytes(words), Bytes(words, ~std::uint64_t{0})};
    for (std::size_t j = 0; j < place.use.access_count; ++j) {
      const FrameAccess& access = place.use.accesses[j];
      const std::optional<std::int64_t> at = resolve(access.at, place.before);
      if (!at) continue;
      const ByteRange range{*at, *at + access.bytes};
      access.only_writes ? mark(effects[i].keeps, range, false)
                         : mark(effects[i].reads, range, true);
    }
  }
  live_.assign(places_.size(), Bytes(words));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = places_.size(); i-- > 0;) {
      for (std::size_t word = 0; word < words; ++word) {
        std::uint64_t after = 0;
        for (const std::size_t next : places_[i].next) after |= live_[next][word];
        const std::uint64_t now = effects[i].reads[word] | (after & effects[i].keeps[word]);
        changed |= now != live_[i][word];
        live_[i][word] = now;
      }
    }
  }
}

std::optional<std::int64_t> FrameFlow::stack_pointer_at(std::uintptr_t after) const {
  const auto call = calls_.find(after);
  if (call == calls_.end()) return std::nullopt;
  return places_[call->second].before.stack_pointer;
}

std::vector<ByteRange> FrameFlow::dead_at(std::uintptr_t after) const {
  const auto call = calls_.find(after);
  if (is_all_live_ || call == calls_.end()) return {};
  const Place& place = places_[call->second];
  const auto is_in = [](const std::vector<ByteRange>& ranges, std::int64_t at) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ByteRange& range) { return at >= range.begin && at < range.end; });
  };
  const auto is_live = [&](std::int64_t at) {
    const auto bit = static_cast<std::size_t>(at - lowest_);
    const auto is_live_before = [&](std::size_t next) {
      return (live_[next][bit / 64] >> bit % 64 & 1) != 0;
    };
    const bool may_be_argument = at < lowest_loaded_ && is_in(written_, at);
    return may_be_argument || is_in(saved_, at) || is_in(exposed_, at) ||
           std::any_of(place.next.begin(), place.next.end(), is_live_before);
  };
  std::vector<ByteRange> dead;
  for (std::int64_t at = place.before.stack_pointer; at < kAtEntry; ++at) {
    if (is_live(at)) continue;
    if (dead.empty() || dead.back().end != at) dead.push_back({at, at});
    dead.back().end = at + 1;
  }
  return dead;
}

}  // namespace heddle::native
