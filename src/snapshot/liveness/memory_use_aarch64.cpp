// Memory accesses of aarch64, as the Arm Architecture Reference Manual encodes them (section C4.1).
// Compiled on every machine, so that it is tested on every machine.
#include <cstring>

#include "snapshot/liveness/aarch64_word.hpp"
#include "snapshot/liveness/memory_use.hpp"

namespace heddle::native {
namespace {

constexpr RegisterNumber kAarch64Stack = 31;
constexpr RegisterNumber kZero = 31;

using Word = Aarch64Word;

RegisterNumber reg(const Word& word, unsigned low) {
  return static_cast<RegisterNumber>(word.register_at(low));
}

// A signed field as an offset of an address.
std::uintptr_t signed_field(const Word& word, unsigned high, unsigned low) {
  return static_cast<std::uintptr_t>(word.signed_bits(high, low));
}

std::uint32_t bit_of(RegisterNumber number) {
  return number == kZero ? 0 : std::uint32_t{1} << number;
}

// The register that is added to an address; 31 is zero there.
RegisterNumber index_in(const Word& word) {
  return reg(word, kFourth) == kZero ? kNoRegister : reg(word, kFourth);
}

void set_access(MemoryUse& use, Use kind, const Word& word) {
  use.use = kind;
  use.at.base = reg(word, kSecond);
}

// Exclusive and ordered accesses, and compare-and-swap.
void read_exclusive(const Word& word, MemoryUse& use) {
  use.is_indivisible = true;
  const bool swaps = word.bit(21) && (word.bit(23) || !word.bit(31));
  set_access(use, swaps ? Use::update : word.bit(22) ? Use::read : Use::write, word);
  use.overwritten |= bit_of(reg(word, kFirst)) | bit_of(reg(word, kFourth));
  if (word.bit(21) && !word.bit(23)) use.overwritten |= bit_of(reg(word, kThird));
  const bool is_exclusive = !word.bit(23);
  use.is_discarded = use.use == Use::read && !is_exclusive && reg(word, kFirst) == kZero;
}

void read_literal(const Word& word, std::uintptr_t address, MemoryUse& use) {
  const bool is_vector = word.bit(26);
  if (!is_vector && word.bits(31, 30) == 3) return;  // a prefetch
  use.use = Use::read;
  use.at.offset = address + signed_field(word, 23, 5) * 4;
  if (!is_vector) use.overwritten |= bit_of(reg(word, kFirst));
}

void read_pair(const Word& word, MemoryUse& use) {
  set_access(use, word.bit(22) ? Use::read : Use::write, word);
  const bool is_indexed = word.bit(23);  // the base register changes
  const unsigned log_size = word.bit(26) ? 2 + word.bits(31, 30) : 2 + word.bit(31);
  if (!is_indexed) use.at.offset = signed_field(word, 21, 15) << log_size;
  if (word.bit(22) && !word.bit(26)) {
    use.overwritten |= bit_of(reg(word, kFirst)) | bit_of(reg(word, kThird));
  }
}

void read_single(const Word& word, MemoryUse& use) {
  const bool is_vector = word.bit(26);
  const bool is_indexed_or_atomic = word.bits(25, 24) == 0 && word.bit(21);
  if (is_indexed_or_atomic && word.bits(11, 10) == 0 && !is_vector) {
    use.is_indivisible = true;
    const bool only_loads = word.bit(15) && word.bits(14, 12) == 4;  // ldapr
    set_access(use, only_loads ? Use::read : Use::update, word);
    use.overwritten |= bit_of(reg(word, kFirst));
    use.is_discarded = only_loads && reg(word, kFirst) == kZero;
    return;
  }
  const std::uint32_t what = word.bits(23, 22);
  if (!is_vector && word.bits(31, 30) == 3 && what == 2) return;  // a prefetch
  const bool loads = is_vector ? (what & 1) != 0 : what != 0;
  set_access(use, loads ? Use::read : Use::write, word);
  if (word.bits(25, 24) == 1) {
    use.at.offset = word.bits(21, 10) << word.bits(31, 30);
  } else if (is_indexed_or_atomic && !word.bit(12)) {
    use.at.index = index_in(word);
  } else if (!word.bit(21) && word.bits(11, 10) == 0) {
    use.at.offset = signed_field(word, 20, 12);
  }
  if (loads && !is_vector) use.overwritten |= bit_of(reg(word, kFirst));
}

void read_load_or_store(const Word& word, std::uintptr_t address, MemoryUse& use) {
  switch (word.bits(29, 27)) {
    case 1:
      if (word.bit(26)) {  // structures of vectors
        set_access(use, word.bit(22) ? Use::read : Use::write, word);
      } else if (word.bits(25, 24) == 0) {
        read_exclusive(word, use);
      }
      return;
    case 3:
      if (word.bits(25, 24) == 0) {
        read_literal(word, address, use);
      } else if (!word.bit(21)) {  // ordered, with an offset
        use.is_indivisible = true;
        set_access(use, word.bits(23, 22) == 0 ? Use::write : Use::read, word);
        if (word.bits(23, 22) != 0) use.overwritten |= bit_of(reg(word, kFirst));
        use.is_discarded = use.use == Use::read && reg(word, kFirst) == kZero;
      }
      return;
    case 5:
      return read_pair(word, use);
    default:
      return read_single(word, use);
  }
}

void read_branch(const Word& word, std::uint32_t raw, std::uintptr_t address, MemoryUse& use) {
  if ((raw & 0x7c000000) == 0x14000000) {  // b, bl
    use.goes_to = address + signed_field(word, 25, 0) * 4;
    use.is_call = word.bit(31);
    use.goes_on = use.is_call;
  } else if ((raw & 0xfe000000) == 0x54000000 || (raw & 0x7e000000) == 0x34000000) {
    use.goes_to = address + signed_field(word, 23, 5) * 4;  // b.cond, cbz, cbnz
  } else if ((raw & 0x7e000000) == 0x36000000) {            // tbz, tbnz
    use.goes_to = address + signed_field(word, 18, 5) * 4;
  } else if ((raw & 0xfe000000) == 0xd6000000) {  // br, blr, ret
    use.is_call = word.bits(22, 21) == 1;
    use.goes_on = use.is_call;
  } else if ((raw & 0xffffffe0) == 0xd53bd040) {
    use.target = reg(word, kFirst);  // mrs, of the thread pointer
    use.made.is_thread_own = true;
  } else if ((raw & 0xfff00000) == 0xd5300000) {
    use.overwritten |= bit_of(reg(word, kFirst));
  }
  if (use.is_call) use.overwritten = 0x4007ffff;  // x0 to x18, x30
}

// Additions and moves make addresses; the rest overwrites its target.
void read_computation(const Word& word, std::uint32_t raw, std::uintptr_t address, MemoryUse& use) {
  const RegisterNumber target = reg(word, kFirst);
  if ((raw & 0x1f000000) == 0x10000000) {  // adr, adrp
    const std::uintptr_t offset = signed_field(word, 23, 5) << 2 | word.bits(30, 29);
    use.target = target;
    use.made.offset =
        word.bit(31) ? (address & ~std::uintptr_t{0xfff}) + (offset << 12) : address + offset;
  } else if ((raw & 0xff800000) == 0x91000000 || (raw & 0xff800000) == 0xd1000000) {  // add, sub
    const std::uintptr_t offset = word.bits(21, 10) << (word.bit(22) ? 12 : 0);
    use.target = target;
    use.made.base = reg(word, kSecond);
    use.made.offset = word.bit(30) ? 0 - offset : offset;
  } else if ((raw & 0xffe0ffe0) == 0xaa0003e0 && reg(word, kFourth) != kZero) {  // mov
    use.target = target;
    use.made.base = reg(word, kFourth);
  } else if ((raw & 0xff200000) == 0x8b000000 && reg(word, kSecond) != kZero) {  // add
    use.target = target;
    use.made.base = reg(word, kSecond);
    use.made.index = index_in(word);
  } else if ((raw & 0xffe00000) == 0x8b200000) {  // add, to the stack pointer as well
    use.target = target;
    use.made.base = reg(word, kSecond);
    use.made.index = index_in(word);
  } else {
    use.overwritten |= bit_of(target);
    return;
  }
  if (use.target == kAarch64Stack) use.target = kNoRegister;
}

// Returns whether the word moves a counter or a random number to a register.
bool moves_source(std::uint32_t raw) {
  constexpr std::uint32_t kTarget = 0x1f;
  switch (raw & ~kTarget) {
    case 0xd53be020:  // mrs, cntpct_el0
    case 0xd53be040:  // cntvct_el0
    case 0xd53be0a0:  // cntpctss_el0
    case 0xd53be0c0:  // cntvctss_el0
    case 0xd53b9d00:  // pmccntr_el0
    case 0xd53b2400:  // rndr
    case 0xd53b2420:  // rndrrs
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<MemoryUse> aarch64_memory_use(std::uint32_t raw, std::uintptr_t address) {
  const Word word(raw);
  MemoryUse use;
  use.next = address + sizeof raw;
  if (raw == 0) return std::nullopt;
  use.reads_source = moves_source(raw);
  const std::uint32_t group = word.bits(28, 25);
  if ((group & 5) == 4) {
    read_load_or_store(word, address, use);
  } else if (group == 10 || group == 11) {
    read_branch(word, raw, address, use);
  } else if (group == 8 || group == 9 || (group & 7) == 5) {
    read_computation(word, raw, address, use);
  } else if ((group & 7) == 7) {
    // Vectors; the few that write a general register hold no address.
    use.overwritten |= bit_of(reg(word, kFirst));
  }
  return use;
}

#if defined(__aarch64__)
std::optional<MemoryUse> memory_use_at(std::uintptr_t address, std::uintptr_t end) {
  std::uint32_t word = 0;
  if (end - address < sizeof word) return std::nullopt;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return aarch64_memory_use(word, address);
}
#endif

}  // namespace heddle::native
