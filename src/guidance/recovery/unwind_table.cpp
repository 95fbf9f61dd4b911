#include "guidance/recovery/unwind_table.hpp"

#include <dwarf.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace heddle::guidance {
namespace {

// Reads numbers from the image; after the first mistake `failed` is set and all answers are 0.
class Cursor {
 public:
  Cursor(const ElfImage& image, std::uint64_t address) : image_(&image), address_(address) {}

  std::uint64_t address() const { return address_; }
  bool failed() const { return failed_; }
  void skip(std::uint64_t bytes) { address_ += bytes; }

  std::uint64_t number(unsigned size) {
    const std::optional<std::uint64_t> value = image_->read(address_, size);
    if (!value) failed_ = true;
    address_ += size;
    return value.value_or(0);
  }
  std::uint64_t leb128(bool is_signed = false) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    while (!failed_ && shift < 64) {
      const std::uint64_t byte = number(1);
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte >= 128) continue;
      if (is_signed && (byte & 64) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
      return value;
    }
    failed_ = true;
    return 0;
  }
  std::string text() {
    std::string found;
    while (!failed_) {
      const auto byte = static_cast<char>(number(1));
      if (byte == 0) break;
      found += byte;
    }
    return found;
  }
  // A pointer in one of the encodings of the Linux Standard Base; 0 stands for none.
  std::uint64_t pointer(std::uint64_t encoding) {
    if (encoding == DW_EH_PE_omit) return 0;
    const std::uint64_t from = address_;
    std::uint64_t value = plain(encoding & 15);
    if (value == 0) return 0;
    if ((encoding & 0x70) == DW_EH_PE_pcrel) value += from;
    if ((encoding & DW_EH_PE_indirect) != 0) value = image_->pointer(value);
    return value;
  }
  std::uint64_t plain(std::uint64_t format) {
    switch (format) {
      case DW_EH_PE_absptr:
      case DW_EH_PE_udata8:
      case DW_EH_PE_sdata8:
        return number(8);
      case DW_EH_PE_udata2:
        return number(2);
      case DW_EH_PE_sdata2:
        return static_cast<std::uint64_t>(static_cast<std::int16_t>(number(2)));
      case DW_EH_PE_udata4:
        return number(4);
      case DW_EH_PE_sdata4:
        return static_cast<std::uint64_t>(static_cast<std::int32_t>(number(4)));
      case DW_EH_PE_uleb128:
        return leb128();
      case DW_EH_PE_sleb128:
        return leb128(true);
      default:
        failed_ = true;
        return 0;
    }
  }

 private:
  const ElfImage* image_;
  std::uint64_t address_;
  bool failed_ = false;
};

// The encodings that a common information entry gives to its functions.
struct Encodings {
  std::uint64_t code = DW_EH_PE_absptr;
  std::uint64_t lsda = DW_EH_PE_omit;
  bool augmented = false;
};

Encodings read_encodings(Cursor at) {
  Encodings found;
  const std::uint64_t version = at.number(1);
  const std::string augmentation = at.text();
  at.leb128();      // code alignment
  at.leb128(true);  // data alignment
  if (version == 1) {
    at.skip(1);
  } else {
    at.leb128();  // return address register
  }
  for (const char letter : augmentation) {
    if (letter == 'z') {
      found.augmented = true;
      at.leb128();
    } else if (letter == 'R') {
      found.code = at.number(1);
    } else if (letter == 'L') {
      found.lsda = at.number(1);
    } else if (letter == 'P') {
      const std::uint64_t encoding = at.number(1);
      at.pointer(encoding & 0x7f);
    }
  }
  return found;
}

void read_call_sites(const ElfImage& image, std::uint64_t lsda, std::uint64_t function,
                     std::vector<LandingPad>& pads) {
  Cursor at(image, lsda);
  const std::uint64_t start_encoding = at.number(1);
  std::uint64_t start = at.pointer(start_encoding);
  if (start_encoding == DW_EH_PE_omit) start = function;
  if (at.number(1) != DW_EH_PE_omit) at.leb128();  // the type table
  const std::uint64_t encoding = at.number(1);
  const std::uint64_t length = at.leb128();
  const std::uint64_t end = at.address() + length;
  while (!at.failed() && at.address() < end) {
    const std::uint64_t begin = function + at.plain(encoding & 15);
    const std::uint64_t size = at.plain(encoding & 15);
    const std::uint64_t pad = at.plain(encoding & 15);
    at.leb128();  // the action
    if (!at.failed() && pad != 0) pads.push_back({begin, begin + size, start + pad});
  }
}

}  // namespace

std::uint64_t UnwindTable::pad_of(std::uint64_t call) const {
  const auto after = std::upper_bound(
      pads.begin(), pads.end(), call,
      [](std::uint64_t wanted, const LandingPad& pad) { return wanted < pad.begin; });
  if (after == pads.begin() || call >= (after - 1)->end) return 0;
  return (after - 1)->pad;
}

UnwindTable read_unwind_table(const ElfImage& image) {
  UnwindTable table;
  const Section* const section = image.section(".eh_frame");
  if (section == nullptr) return table;
  std::map<std::uint64_t, Encodings> common;
  Cursor at(image, section->begin);
  while (at.address() + 8 <= section->end) {
    const std::uint64_t length = at.number(4);
    if (length == 0 || length >= 0xfffffff0 || at.failed()) break;
    const std::uint64_t next = at.address() + length;
    const std::uint64_t entry = at.address() - 4;
    const std::uint64_t back = at.number(4);
    if (back == 0) {
      common[entry] = read_encodings(at);
    } else if (const auto found = common.find(entry + 4 - back); found != common.end()) {
      const Encodings& encodings = found->second;
      const std::uint64_t begin = at.pointer(encodings.code);
      const std::uint64_t size = at.plain(encodings.code & 15);
      if (begin != 0) table.functions.push_back({begin, begin + size});
      if (encodings.augmented) at.leb128();
      const std::uint64_t lsda = at.pointer(encodings.lsda);
      if (lsda != 0 && !at.failed()) read_call_sites(image, lsda, begin, table.pads);
    }
    at = Cursor(image, next);
  }
  std::sort(table.functions.begin(), table.functions.end(),
            [](const auto& left, const auto& right) { return left.begin < right.begin; });
  std::sort(table.pads.begin(), table.pads.end(),
            [](const auto& left, const auto& right) { return left.begin < right.begin; });
  return table;
}

}  // namespace heddle::guidance
