// Instructions of aarch64, as the Arm Architecture Reference Manual encodes them (section C4.1).
#if defined(__aarch64__)

#include <cstring>

#include "snapshot/liveness/aarch64_word.hpp"
#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {
namespace {

using Word = Aarch64Word;

// The register that a field of five bits names.
RegisterSet field(const Word& word, unsigned low) {
  return RegisterSet{1} << word.register_at(low);
}

RegisterSet all_fields(const Word& word) {
  return field(word, kFirst) | field(word, kSecond) | field(word, kThird) | field(word, kFourth);
}

// Whatever any field might name; pairs are named by their first.
Instruction mentions(const Word& word) {
  const RegisterSet named = all_fields(word);
  return {.reads = named | named << 1};
}

Instruction computes(const Word& word, RegisterSet reads) {
  return {.reads = reads, .writes = field(word, kFirst)};
}

std::optional<Instruction> immediate(const Word& word) {
  switch (word.bits(25, 23)) {
    case 0b000:
    case 0b001:  // adr, adrp
      return computes(word, 0);
    case 0b010:  // add, sub
    case 0b100:  // and, orr, eor, ands
      return computes(word, field(word, kSecond));
    case 0b101:  // movn, movz; movk keeps a part
      if (word.bits(30, 29) == 0b01) return std::nullopt;
      if (word.bits(30, 29) == 0b11) return Instruction{.reads = field(word, kFirst)};
      return computes(word, 0);
    case 0b110:  // sbfm, ubfm; bfm keeps a part
      if (word.bits(30, 29) == 0b11) return std::nullopt;
      if (word.bits(30, 29) == 0b01) {
        return Instruction{.reads = field(word, kFirst) | field(word, kSecond)};
      }
      return computes(word, field(word, kSecond));
    case 0b111:  // extr
      return computes(word, field(word, kSecond) | field(word, kFourth));
    default:  // with tags
      return mentions(word);
  }
}

std::optional<Instruction> by_registers(const Word& word) {
  const RegisterSet two = field(word, kSecond) | field(word, kFourth);
  if (!word.bit(28)) return computes(word, two);                       // logical, add, sub
  if (word.bit(24)) return computes(word, two | field(word, kThird));  // madd, msub, ...
  switch (word.bits(23, 21)) {
    case 0b000:  // adc, sbc; the manipulation of flags has no target
      return word.bits(15, 10) == 0 ? computes(word, two) : mentions(word);
    case 0b100:  // csel and its kin
      return computes(word, two);
    case 0b110:  // of one source and of two; those that sign pointers read their target
      return word.bit(30) && word.bits(20, 16) != 0 ? mentions(word) : computes(word, two);
    default:  // conditional comparisons
      return mentions(word);
  }
}

// Decodes a pair instruction: a load writes both registers.
Instruction pair(const Word& word) {
  const RegisterSet both = field(word, kFirst) | field(word, kThird);
  if (word.bit(26)) return {.reads = field(word, kSecond)};  // vector registers
  if (!word.bit(22)) return {.reads = both | field(word, kSecond)};
  return {.reads = field(word, kSecond), .writes = both};
}

Instruction single(const Word& word) {
  const bool has_offset = word.bit(24);                                  // unsigned
  const bool has_register = !has_offset && word.bit(21);                 // or is something else
  if (has_register && word.bits(11, 10) != 0b10) return mentions(word);  // atomic
  if (word.bit(26)) return mentions(word);                               // vector registers
  const RegisterSet address = field(word, kSecond) | (has_register ? field(word, kFourth) : 0);
  const std::uint32_t size = word.bits(31, 30);
  const std::uint32_t kind = word.bits(23, 22);
  if (kind == 0) return {.reads = address | field(word, kFirst)};
  const bool is_prefetch = size == 3 && kind == 2;
  const bool is_known = !is_prefetch && !(kind == 3 && size >= 2);
  return is_known ? Instruction{.reads = address, .writes = field(word, kFirst)} : mentions(word);
}

std::optional<Instruction> memory(const Word& word) {
  switch (word.bits(29, 28)) {
    case 0b01:
      if (word.bit(24)) return mentions(word);
      if (word.bit(26) || word.bits(31, 30) == 3) return Instruction{};  // vectors, prefetch
      return computes(word, 0);                                          // from beside the code
    case 0b10:
      return pair(word);
    case 0b11: {
      // Eight registers at once.
      const bool is_wide = word.bits(31, 21) == 0b11111000001 && word.bit(15) &&
                           word.bits(11, 10) == 0 && word.bits(14, 12) != 0b000 &&
                           word.bits(14, 12) != 0b100;
      if (is_wide) return std::nullopt;
      return single(word);
    }
    default:  // exclusive, ordered, vectors
      return mentions(word);
  }
}

std::optional<Instruction> branch(const Word& word, std::uintptr_t address) {
  const auto to = [&](unsigned high, unsigned low) {
    return address + static_cast<std::uintptr_t>(word.signed_bits(high, low) * 4);
  };
  if (word.bits(30, 26) == 0b00101) {  // b, bl
    if (word.bit(31)) return Instruction{.target = to(25, 0), .is_call = true};
    return Instruction{.target = to(25, 0), .goes_on = false};
  }
  if (word.bits(31, 24) == 0b01010100) return Instruction{.target = to(23, 5)};  // b.cond
  if (word.bits(30, 25) == 0b011010) {                                           // cbz, cbnz
    return Instruction{.reads = field(word, kFirst), .target = to(23, 5)};
  }
  if (word.bits(30, 25) == 0b011011) {  // tbz, tbnz
    return Instruction{.reads = field(word, kFirst), .target = to(18, 5)};
  }
  if (word.bits(31, 21) == 0b11010110001 && word.bits(20, 10) == 0b11111000000) {  // blr
    return Instruction{.reads = field(word, kSecond), .is_call = true};
  }
  if (word.bits(31, 10) == 0b1101011001011111000000) {  // ret
    return Instruction{.reads = field(word, kSecond), .returns = true, .goes_on = false};
  }
  const std::uint32_t system = word.bits(31, 12);
  if (system == 0xd5032 || system == 0xd5033) return Instruction{};  // hints, barriers
  if (word.bits(31, 20) == 0xd53) return computes(word, 0);          // mrs
  if (word.bits(31, 22) == 0b1101010100) return mentions(word);
  if (word.bits(31, 21) == 0b11010100000 && word.bits(4, 0) == 1) return Instruction{};  // svc
  return std::nullopt;
}

std::optional<Instruction> decoded(const Word& word, std::uintptr_t address) {
  switch (word.bits(28, 25)) {
    case 0b1000:
    case 0b1001:
      return immediate(word);
    case 0b1010:
    case 0b1011:
      return branch(word, address);
    case 0b0100:
    case 0b0110:
    case 0b1100:
    case 0b1110:
      return memory(word);
    case 0b0101:
    case 0b1101:
      return by_registers(word);
    case 0b0111:
    case 0b1111:  // of vectors
      return mentions(word);
    default:
      return std::nullopt;
  }
}

constexpr std::uintptr_t kSize = 4;

Word code_word_at(std::uintptr_t address) {
  std::uint32_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), kSize);
  return Word{word};
}

}  // namespace

std::optional<Instruction> instruction_at(std::uintptr_t address, std::uintptr_t end) {
  if (end - address < kSize) return std::nullopt;
  std::optional<Instruction> found = decoded(code_word_at(address), address);
  if (!found) return found;
  found->reads &= kKeptRegisters;
  found->writes &= kKeptRegisters & ~found->reads;
  found->next = address + kSize;
  return found;
}

// adrp x16, page; ldr x17, [x16, offset]; add x16, x16, ...; br x17.  Before it there may be a bti.
std::uintptr_t through_stub(std::uintptr_t address) {
  const auto is_hint = [](const Word& word) { return word.bits(31, 12) == 0xd5032; };
  const std::uintptr_t begin = is_hint(code_word_at(address)) ? address + kSize : address;
  const Word page = code_word_at(begin);
  const Word load = code_word_at(begin + kSize);
  const Word jump = code_word_at(begin + 3 * kSize);
  const bool is_stub = page.bits(31, 31) == 1 && page.bits(28, 24) == 0b10000 &&
                       page.bits(4, 0) == 16 && load.bits(31, 22) == 0b1111100101 &&
                       load.bits(9, 0) == (16U << 5 | 17U) && jump.bits(31, 0) == 0xd61f0220;
  if (!is_stub) return address;
  const std::int64_t pages = page.signed_bits(23, 5) * 4 + page.bits(30, 29);
  const std::uintptr_t slot = (begin & ~std::uintptr_t{0xfff}) +
                              static_cast<std::uintptr_t>(pages * 4096) +
                              std::uintptr_t{load.bits(21, 10)} * 8;
  std::uintptr_t target = 0;
  std::memcpy(&target, reinterpret_cast<const void*>(slot), sizeof target);
  return target;
}

}  // namespace heddle::native

#endif
