// Writes and reads numbers (little-endian, base 128) and words (length and bytes) in one text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::guidance {

class BinaryWriter {
 public:
  explicit BinaryWriter(std::string& text) : text_(text) {}

  void number(std::uint64_t value) {
    while (value >= 128) {
      text_ += static_cast<char>(value | 128);
      value >>= 7;
    }
    text_ += static_cast<char>(value);
  }
  // The largest number, which stands for none, takes one byte.
  void optional32(std::uint32_t value) { number(static_cast<std::uint32_t>(value + 1)); }
  void words(std::string_view words) {
    number(words.size());
    text_ += words;
  }

 private:
  std::string& text_;
};

// Accepts what BinaryWriter writes and nothing else.  After the first mistake every answer is 0 and
// `failed` is set.
class BinaryReader {
 public:
  explicit BinaryReader(std::string_view text) : text_(text) {}

  bool failed() const { return failed_; }
  bool finished() const { return !failed_ && text_.empty(); }
  void fail() { failed_ = true; }

  std::uint64_t number(std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !text_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(text_.front());
      text_.remove_prefix(1);
      const std::uint64_t part = std::uint64_t{byte} & 127;
      if (shift == 63 && part > 1) break;
      value |= part << shift;
      if (byte >= 128) continue;
      const bool shortest = byte != 0 || shift == 0;
      if (failed_ || !shortest || value > most) break;
      return value;
    }
    failed_ = true;
    return 0;
  }
  std::uint32_t number32() { return static_cast<std::uint32_t>(number(0xffffffff)); }
  std::uint32_t optional32() { return number32() - 1; }
  // The length of a list whose items take at least one byte each.
  std::size_t length() { return static_cast<std::size_t>(number(text_.size())); }
  std::string words() {
    const std::size_t size = length();
    if (failed_ || size > text_.size()) {
      failed_ = true;
      return {};
    }
    std::string words(text_.substr(0, size));
    text_.remove_prefix(size);
    return words;
  }

 private:
  std::string_view text_;
  bool failed_ = false;
};

}  // namespace heddle::guidance
