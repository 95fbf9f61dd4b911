#include "snapshot/liveness/function_part.hpp"

#include <cstring>

#include "runtime/engine_scope.hpp"

// From libgcc's unwinder: finds the table entry for an address.
struct dwarf_eh_bases {
  void* text;
  void* data;
  void* function;
};
extern "C" const void* _Unwind_Find_FDE(void* address, dwarf_eh_bases* bases);

namespace heddle::native {
namespace {

// Encodings of a value (Linux Standard Base, section 10.5).
constexpr std::uint8_t kOmitted = 0xff;
constexpr std::uint8_t kIndirect = 0x80;
constexpr std::uint8_t kRelative = 0x10;  // to its own address
constexpr std::uint8_t kUleb = 0x01;
constexpr std::uint8_t kUnsigned4 = 0x03;
constexpr std::uint8_t kSigned4 = 0x0b;
constexpr std::uint8_t kUnsigned8 = 0x04;
constexpr std::uint8_t kSigned8 = 0x0c;
constexpr std::uint8_t kAbsolute = 0x00;

// Reads values in sequence.  After an encoding that is not supported, every value is zero.
class Reader {
 public:
  explicit Reader(std::uintptr_t at) : at_(at) {}

  std::uintptr_t at() const { return at_; }
  bool failed() const { return failed_; }
  void skip(std::uint64_t bytes) { at_ += bytes; }

  template <typename Value>
  Value plain() {
    Value value{};
    if (failed_) return value;
    std::memcpy(&value, reinterpret_cast<const void*>(at_), sizeof value);
    at_ += sizeof value;
    return value;
  }

  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !failed_; shift += 7) {
      const auto byte = plain<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80) == 0) break;
      failed_ = shift > 56;
    }
    return value;
  }

  std::uint64_t encoded(std::uint8_t encoding) {
    const std::uintptr_t here = at_;
    std::uint64_t value = 0;
    switch (encoding & 0x0f) {
      case kUleb:
        value = uleb();
        break;
      case kUnsigned4:
        value = plain<std::uint32_t>();
        break;
      case kSigned4:
        value = static_cast<std::uint64_t>(std::int64_t{plain<std::int32_t>()});
        break;
      case kAbsolute:
      case kUnsigned8:
      case kSigned8:
        value = plain<std::uint64_t>();
        break;
      default:
        failed_ = true;
    }
    const std::uint8_t relation = encoding & 0x70;
    if (relation == kRelative && value != 0) {
      value += here;
    } else if (relation != kAbsolute && relation != kRelative) {
      failed_ = true;
    }
    return failed_ ? 0 : value;
  }

 private:
  std::uintptr_t at_;
  bool failed_ = false;
};

// The encoding that an entry shares with others.
struct Manner {
  std::uint8_t addresses = kAbsolute;
  std::uint8_t handlers = kOmitted;
  bool has_length = false;  // before the additional data of an entry
};

std::optional<Manner> manner_at(std::uintptr_t common) {
  Reader reader(common);
  if (reader.plain<std::uint32_t>() == 0xffffffff) return std::nullopt;
  reader.plain<std::uint32_t>();
  const auto version = reader.plain<std::uint8_t>();
  const auto* const says = reinterpret_cast<const char*>(reader.at());
  reader.skip(std::strlen(says) + 1);
  reader.uleb();  // what code addresses are multiples of
  reader.uleb();  // and data addresses
  if (version == 1) {
    reader.skip(1);  // the register of the return address
  } else {
    reader.uleb();
  }
  Manner manner;
  if (says[0] == '\0') return manner;
  if (says[0] != 'z') return std::nullopt;
  manner.has_length = true;
  reader.uleb();
  for (const char* letter = says + 1; *letter != '\0'; ++letter) {
    switch (*letter) {
      case 'L':
        manner.handlers = reader.plain<std::uint8_t>();
        break;
      case 'R':
        manner.addresses = reader.plain<std::uint8_t>();
        break;
      case 'P':
        reader.encoded(reader.plain<std::uint8_t>() & static_cast<std::uint8_t>(~kIndirect));
        break;
      case 'S':  // of a signal
      case 'B':  // pointers are signed
        break;
      default:
        return std::nullopt;
    }
  }
  if (reader.failed()) return std::nullopt;
  return manner;
}

// Returns whether the first rule of an entry leaves the frame of its first instruction as it is
// after a call: there is none, or it applies further down (DWARF 5, section 6.4.2).
bool changes_nothing(Reader rules) {
  const auto first = rules.plain<std::uint8_t>();
  constexpr std::uint8_t kAdvances = 0x40;
  const bool advances = (first & 0xc0) == kAdvances || (first >= 0x02 && first <= 0x04);
  return first == 0 || advances;
}

}  // namespace

std::optional<FunctionPart> FunctionPart::around(std::uintptr_t address) {
  const EngineScope engine;  // the unwinder locks
  dwarf_eh_bases bases{};
  const void* const entry = _Unwind_Find_FDE(reinterpret_cast<void*>(address), &bases);
  if (entry == nullptr) return std::nullopt;
  Reader reader(reinterpret_cast<std::uintptr_t>(entry));
  const auto length = reader.plain<std::uint32_t>();
  if (length == 0xffffffff) return std::nullopt;
  const std::uintptr_t back_from = reader.at();
  const std::uintptr_t common = back_from - reader.plain<std::uint32_t>();
  const std::optional<Manner> manner = manner_at(common);
  if (!manner) return std::nullopt;
  FunctionPart part;
  reader.encoded(manner->addresses);
  part.begin_ = reinterpret_cast<std::uintptr_t>(bases.function);
  part.end_ = part.begin_ + reader.encoded(manner->addresses & 0x0f);
  const std::uint64_t additional = manner->has_length ? reader.uleb() : 0;
  Reader rules(reader.at() + additional);
  part.begins_function_ = rules.at() >= back_from + length || changes_nothing(rules);
  if (manner->handlers != kOmitted) {
    if ((manner->handlers & kIndirect) != 0) return std::nullopt;
    part.handlers_ = reader.encoded(manner->handlers);
  }
  if (reader.failed() || !part.holds(address)) return std::nullopt;
  return part;
}

std::optional<std::uintptr_t> FunctionPart::landing_pad(std::uintptr_t after) const {
  if (handlers_ == 0) return 0;
  Reader reader(handlers_);
  const auto base_manner = reader.plain<std::uint8_t>();
  const std::uintptr_t base = base_manner == kOmitted ? begin_ : reader.encoded(base_manner);
  if (reader.plain<std::uint8_t>() != kOmitted) reader.uleb();  // the types that are caught
  const auto manner = reader.plain<std::uint8_t>();
  const std::uint64_t length = reader.uleb();
  const std::uintptr_t end = reader.at() + length;
  while (reader.at() < end && !reader.failed()) {
    const std::uintptr_t begin = begin_ + reader.encoded(manner);
    const std::uint64_t size = reader.encoded(manner);
    const std::uint64_t pad = reader.encoded(manner);
    reader.uleb();  // what is done there
    if (after - 1 < begin) break;
    if (after - 1 - begin < size && !reader.failed()) return pad == 0 ? 0 : base + pad;
  }
  if (reader.failed()) return std::nullopt;
  return 0;
}

}  // namespace heddle::native
