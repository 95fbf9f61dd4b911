// Uses of the frame by aarch64, as the Arm Architecture Reference Manual encodes them (section
// C4.1).  Compiled on every machine, so that it is tested on every machine.
#include <cstring>

#include "snapshot/liveness/aarch64_word.hpp"
#include "snapshot/liveness/frame_use.hpp"

namespace heddle::native {
namespace {

using Word = Aarch64Word;
using Decoded = std::optional<FrameUse>;

constexpr std::uint32_t kStackOrZero = 31;  // the stack pointer, or zero
constexpr std::uint32_t kFramePointer = 29;

FrameBase base_in(const Word& word) {
  const std::uint32_t number = word.register_at(kSecond);
  if (number == kStackOrZero) return FrameBase::stack_pointer;
  return number == kFramePointer ? FrameBase::frame_pointer : FrameBase::none;
}

// Functions preserve x19 to x30, and the lower halves of v8 to v15.
int preserved(std::uint32_t number, bool is_vector) {
  if (is_vector) return number >= 8 && number <= 15 ? kPreservedVector : kNoPreserved;
  return number >= 19 && number <= kReturnAddress ? static_cast<int>(number) : kNoPreserved;
}

FrameAccess store_or_load(const Word& word, unsigned field, const FrameAddress& at,
                          std::uint32_t bytes, bool loads) {
  const std::uint32_t number = word.register_at(field);
  const bool is_vector = word.bit(26);
  return {
      .at = at, .bytes = bytes, .only_writes = !loads, .preserved = preserved(number, is_vector)};
}

// A target register, where 31 is zero.
void writes(FrameUse& use, std::uint32_t number) {
  if (number == kFramePointer) use.loses_frame_pointer = true;
}

// A source register, where 31 is zero.
void reads(FrameUse& use, std::uint32_t number) {
  if (number == kFramePointer) use.uses_frame_pointer = true;
}

// The register that holds an address changes by an offset.
void moves_base(FrameUse& use, FrameBase base, std::int64_t by) {
  if (base == FrameBase::stack_pointer) use.stack_pointer = {base, by};
  if (base == FrameBase::frame_pointer) use.frame_pointer = {base, by};
}

void set_pointer(FrameUse& use, const Word& word, std::int64_t offset, std::uint32_t bytes) {
  use.pointer = static_cast<int>(word.register_at(kSecond));
  use.pointer_offset = offset;
  use.pointer_bytes = bytes;
}

// Any use of the frame by an instruction that is not decoded further.
Decoded unknown_with(const Word& word) {
  const FrameBase base = base_in(word);
  FrameUse use;
  use.uses_stack_pointer = base == FrameBase::stack_pointer;
  constexpr std::uint32_t kMostBytes = 64;
  set_pointer(use, word, 0, kMostBytes);
  for (const unsigned field : {kFirst, kSecond, kThird, kFourth}) {
    // Pairs are named by their first register.
    const std::uint32_t number = word.register_at(field);
    if (number == kFramePointer || number == kFramePointer - 1) return std::nullopt;
  }
  return use;
}

Decoded use_by_immediate(const Word& word) {
  FrameUse use;
  const std::uint32_t target = word.register_at(kFirst);
  switch (word.bits(25, 23)) {
    case 0b000:
    case 0b001:  // adr, adrp
    case 0b101:  // movn, movz, movk
      writes(use, target);
      return use;
    case 0b010: {  // add, sub
      const bool sets_flags = word.bit(29);
      const FrameBase base = base_in(word);
      const auto amount =
          static_cast<std::int64_t>(std::uint64_t{word.bits(21, 10)} << (word.bit(22) ? 12 : 0));
      const FrameAddress made{base, word.bit(30) ? -amount : amount};
      if (base != FrameBase::none && (sets_flags || !word.bit(31))) {
        use.uses_stack_pointer = base == FrameBase::stack_pointer;
        use.uses_frame_pointer = base == FrameBase::frame_pointer;
        writes(use, target);
        return use;
      }
      if (target == kStackOrZero && !sets_flags) {
        use.stack_pointer = made;
        use.loses_stack_pointer = base == FrameBase::none;
      } else if (target == kFramePointer) {
        use.frame_pointer = made;
        use.loses_frame_pointer = base == FrameBase::none;
      } else {
        use.formed = made;
        use.formed_in = static_cast<int>(target);
        use.argument = target == 0 ? ArgumentUse::formed : ArgumentUse::other;
      }
      return use;
    }
    case 0b100:  // and, orr, eor, ands
      reads(use, word.register_at(kSecond));
      writes(use, target);
      use.loses_stack_pointer = target == kStackOrZero && word.bits(30, 29) != 0b11;
      return use;
    case 0b110:  // sbfm, bfm, ubfm
    case 0b111:  // extr
      reads(use, word.register_at(kSecond));
      if (word.bits(25, 23) == 0b111) reads(use, word.register_at(kFourth));
      if (word.bits(30, 29) == 0b01) reads(use, target);
      writes(use, target);
      return use;
    default:  // with tags
      return std::nullopt;
  }
}

Decoded use_by_registers(const Word& word) {
  FrameUse use;
  reads(use, word.register_at(kSecond));
  reads(use, word.register_at(kFourth));
  if (word.bit(28) && word.bit(24)) reads(use, word.register_at(kThird));
  writes(use, word.register_at(kFirst));
  const bool is_extended = word.bits(28, 24) == 0b01011 && word.bit(21);  // add, sub
  if (is_extended) {
    use.uses_stack_pointer = word.register_at(kSecond) == kStackOrZero;
    use.loses_stack_pointer = word.register_at(kFirst) == kStackOrZero && !word.bit(29);
  }
  return use;
}

Decoded use_by_pair(const Word& word) {
  const bool is_vector = word.bit(26);
  const bool loads = word.bit(22);
  const std::uint32_t size = word.bits(31, 30);
  if (size == 3 || (!is_vector && size == 1 && !loads)) return std::nullopt;
  const std::uint32_t bytes = is_vector ? 4U << size : (size == 2 ? 8U : 4U);
  const std::int64_t offset = word.signed_bits(21, 15) * bytes;
  const std::uint32_t manner = word.bits(24, 23);
  constexpr std::uint32_t kAfter = 1;
  constexpr std::uint32_t kBefore = 3;
  const FrameBase base = base_in(word);
  FrameUse use;
  if (base != FrameBase::none) {
    const FrameAddress first{base, manner == kAfter ? 0 : offset};
    const FrameAddress second{base, first.offset + bytes};
    use.add(store_or_load(word, kFirst, first, bytes, loads));
    use.add(store_or_load(word, kThird, second, bytes, loads));
    if (manner == kAfter || manner == kBefore) moves_base(use, base, offset);
  } else {
    set_pointer(use, word, manner == kAfter ? 0 : offset, 2 * bytes);
  }
  if (is_vector) return use;
  for (const unsigned field : {kFirst, kThird}) {
    loads ? writes(use, word.register_at(field)) : reads(use, word.register_at(field));
  }
  return use;
}

Decoded use_by_single(const Word& word) {
  const bool is_vector = word.bit(26);
  const std::uint32_t size = word.bits(31, 30);
  const std::uint32_t kind = word.bits(23, 22);
  if (word.bit(25)) return std::nullopt;
  const bool has_offset = word.bit(24);
  const std::uint32_t manner = word.bits(11, 10);
  const FrameBase base = base_in(word);
  FrameUse use;
  if (!has_offset && word.bit(21) && manner != 0b10) {  // atomic, or with a signed pointer
    if (manner != 0 || is_vector) return std::nullopt;
    const bool is_wide = size == 3 && word.bits(23, 22) == 0 && word.bit(15);
    if (is_wide && word.bits(14, 12) != 0 && word.bits(14, 12) != 0b100) return std::nullopt;
    if (base != FrameBase::none) use.add({.at = {base, 0}, .bytes = 8});
    reads(use, word.register_at(kFourth));
    writes(use, word.register_at(kFirst));
    return use;
  }
  const bool is_quad = is_vector && (kind & 2) != 0;
  if (is_quad && size != 0) return std::nullopt;
  const std::uint32_t scale = is_quad ? 4 : size;
  const bool loads = is_vector ? (kind & 1) != 0 : kind != 0;
  const bool is_prefetch = !is_vector && size == 3 && kind == 2;
  const bool has_index = !has_offset && word.bit(21);
  if (has_index) {
    use.uses_stack_pointer = base == FrameBase::stack_pointer;
    use.uses_frame_pointer = base == FrameBase::frame_pointer;
    reads(use, word.register_at(kFourth));
  } else if (!is_prefetch) {
    const std::int64_t offset = has_offset ? static_cast<std::int64_t>(word.bits(21, 10)) << scale
                                           : word.signed_bits(20, 12);
    const bool is_after = !has_offset && manner == 0b01;
    const std::int64_t at = is_after ? 0 : offset;
    if (base == FrameBase::none) {
      set_pointer(use, word, at, 1U << scale);
    } else {
      use.add(store_or_load(word, kFirst, {base, at}, 1U << scale, loads));
      if (!has_offset && (manner & 1) != 0) moves_base(use, base, offset);
    }
  }
  if (is_vector || is_prefetch) return use;
  loads ? writes(use, word.register_at(kFirst)) : reads(use, word.register_at(kFirst));
  return use;
}

// Exclusive and ordered accesses, and compare-and-swap: they may read up to 16 bytes.
Decoded use_by_exclusive(const Word& word) {
  for (const unsigned field : {kFirst, kThird, kFourth}) {
    const std::uint32_t number = word.register_at(field);
    if (number == kFramePointer || number == kFramePointer - 1) return std::nullopt;
  }
  FrameUse use;
  if (const FrameBase base = base_in(word); base != FrameBase::none) {
    use.add({.at = {base, 0}, .bytes = 16});
  } else {
    set_pointer(use, word, 0, 16);
  }
  return use;
}

Decoded use_by_memory(const Word& word) {
  switch (word.bits(29, 27)) {
    case 0b001:
      if (word.bit(26) || word.bit(24)) return unknown_with(word);
      return use_by_exclusive(word);
    case 0b011: {
      if (word.bit(24)) {  // ordered with an offset, and what copies memory
        if (word.bit(21) || base_in(word) != FrameBase::none) return std::nullopt;
        Decoded use = unknown_with(word);
        if (use) use->pointer_offset = word.signed_bits(20, 12);
        return use;
      }
      FrameUse use;  // from beside the code
      if (!word.bit(26) && word.bits(31, 30) != 3) writes(use, word.register_at(kFirst));
      return use;
    }
    case 0b101:
      return use_by_pair(word);
    case 0b111:
      return use_by_single(word);
    default:
      return std::nullopt;
  }
}

Decoded use_by_branch(const Word& word, std::uintptr_t address) {
  const auto to = [&](unsigned high, unsigned low) {
    return address + static_cast<std::uintptr_t>(word.signed_bits(high, low) * 4);
  };
  FrameUse use;
  if (word.bits(30, 26) == 0b00101) {  // b, bl
    use.target = to(25, 0);
    use.is_call = word.bit(31);
    use.goes_on = use.is_call;
    return use;
  }
  if (word.bits(31, 24) == 0b01010100) {  // b.cond
    use.target = to(23, 5);
    return use;
  }
  if (word.bits(30, 25) == 0b011010 || word.bits(30, 25) == 0b011011) {  // cbz, cbnz, tbz, tbnz
    reads(use, word.register_at(kFirst));
    use.target = word.bit(25) ? to(18, 5) : to(23, 5);
    return use;
  }
  if (word.bits(31, 21) == 0b11010110001 && word.bits(20, 10) == 0b11111000000) {  // blr
    reads(use, word.register_at(kSecond));
    use.is_call = true;
    return use;
  }
  if (word.bits(31, 21) == 0b11010110000 && word.bits(20, 10) == 0b11111000000) {  // br
    reads(use, word.register_at(kSecond));
    use.is_computed_jump = true;
    use.goes_on = false;
    return use;
  }
  const std::uint32_t end = word.bits(31, 10);
  if (end == 0b1101011001011111000000 || end == 0b1101011001011111000010 ||
      end == 0b1101011001011111000011) {  // ret, retaa, retab
    reads(use, word.register_at(kSecond));
    use.returns = true;
    use.goes_on = false;
    return use;
  }
  const std::uint32_t system = word.bits(31, 12);
  if (system == 0xd5032 || system == 0xd5033) return use;  // hints, barriers
  if (word.bits(31, 22) == 0b1101010100) {                 // mrs, msr
    return word.register_at(kFirst) == kFramePointer ? std::nullopt : Decoded(use);
  }
  if (word.bits(31, 21) == 0b11010100000 && word.bits(4, 0) == 1) return use;  // svc
  if (word.bits(31, 21) == 0b11010100001 && word.bits(4, 0) == 0) {            // brk
    use.goes_on = false;
    return use;
  }
  return std::nullopt;
}

Decoded decoded_use(const Word& word, std::uintptr_t address) {
  switch (word.bits(28, 25)) {
    case 0b1000:
    case 0b1001:
      return use_by_immediate(word);
    case 0b1010:
    case 0b1011:
      return use_by_branch(word, address);
    case 0b0100:
    case 0b0110:
    case 0b1100:
    case 0b1110:
      return use_by_memory(word);
    case 0b0101:
    case 0b1101:
      return use_by_registers(word);
    case 0b0111:
    case 0b1111: {  // of vectors; some have a general register as target or first source
      for (const unsigned field : {kFirst, kSecond}) {
        if (word.register_at(field) == kFramePointer) return std::nullopt;
      }
      return FrameUse{};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<FrameUse> aarch64_frame_use(std::uint32_t word, std::uintptr_t address) {
  Decoded use = decoded_use(Word(word), address);
  if (use) use->next = address + sizeof word;
  return use;
}

#if defined(__aarch64__)
std::optional<FrameUse> frame_use_at(std::uintptr_t address, std::uintptr_t end) {
  std::uint32_t word = 0;
  if (end - address < sizeof word) return std::nullopt;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return aarch64_frame_use(word, address);
}
#endif

}  // namespace heddle::native
