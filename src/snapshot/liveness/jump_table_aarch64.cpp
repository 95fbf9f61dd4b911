// subs xN, xN, #last; b.hi default; ldr xI, [slot]; adrp xT, table; add xT, xT, #low;
// adr xB, base; ldrsw xE, [xT, xI, lsl #2]; add xB, xB, xE; br xB.
#if defined(__aarch64__)

#include <cstring>

#include "snapshot/liveness/aarch64_word.hpp"
#include "snapshot/liveness/jump_table.hpp"

namespace heddle::native {
namespace {

// Reads the instructions of a trail from its end.
class WordTrail {
 public:
  explicit WordTrail(std::span<const std::uintptr_t> addresses) : left_(addresses) {}

  // Steps back by one instruction if it has this form: the bits in `mask` are those of `form`.
  bool back(std::uint32_t mask, std::uint32_t form) {
    if (left_.empty()) return false;
    std::memcpy(&raw_, reinterpret_cast<const void*>(left_.back()), sizeof raw_);
    if ((raw_ & mask) != form) return false;
    address_ = left_.back();
    left_ = left_.first(left_.size() - 1);
    return true;
  }

  Aarch64Word word() const { return Aarch64Word(raw_); }
  std::uintptr_t address() const { return address_; }

 private:
  std::span<const std::uintptr_t> left_;
  std::uint32_t raw_ = 0;
  std::uintptr_t address_ = 0;
};

std::uintptr_t relative(const Aarch64Word& word) {
  return static_cast<std::uintptr_t>(word.signed_bits(23, 5) * 4) + word.bits(30, 29);
}

}  // namespace

std::optional<std::vector<std::uintptr_t>> jump_targets(std::span<const std::uintptr_t> trail,
                                                        const FunctionPart& part) {
  WordTrail code(trail);
  if (!code.back(0xfffffc1f, 0xd61f0000)) return std::nullopt;  // br
  const std::uint32_t jump = code.word().register_at(kSecond);
  if (!code.back(0xffe0fc00, 0x8b000000)) return std::nullopt;  // add, of registers
  const std::uint32_t entry = code.word().register_at(kFourth);
  if (code.word().register_at(kFirst) != jump || code.word().register_at(kSecond) != jump) {
    return std::nullopt;
  }
  if (!code.back(0xffe0fc00, 0xb8a07800)) return std::nullopt;  // ldrsw, lsl #2
  const std::uint32_t index = code.word().register_at(kFourth);
  const std::uint32_t at = code.word().register_at(kSecond);
  if (code.word().register_at(kFirst) != entry) return std::nullopt;
  if (!code.back(0x9f00001f, 0x10000000 | jump)) return std::nullopt;  // adr
  const std::uintptr_t base = code.address() + relative(code.word());
  if (!code.back(0xffc003ff, 0x91000000 | at << 5 | at)) return std::nullopt;  // add
  const std::uint32_t low = code.word().bits(21, 10);
  if (!code.back(0x9f00001f, 0x90000000 | at)) return std::nullopt;  // adrp
  const std::uintptr_t page =
      (code.address() & ~std::uintptr_t{0xfff}) + (relative(code.word()) << 12);
  // The index is reloaded, from the slot that it was stored to before it was compared.
  if (!code.back(0xffc0001f, 0xf9400000 | index) &&  // ldr
      !code.back(0xffe00c1f, 0xf8400000 | index)) {  // ldur
    return std::nullopt;
  }
  if (!code.back(0xff00001f, 0x54000008)) return std::nullopt;  // b.hi
  if (!code.back(0x7fc00000, 0x71000000)) return std::nullopt;  // subs
  const std::uint64_t last = code.word().bits(21, 10);
  return table_targets(page + low, base, last + 1, part);
}

}  // namespace heddle::native

#endif
