// Reads the debug information of a loaded file (DWARF 4 and 5) as far as local variables need it:
// the entries of a compilation unit one after the other, with their attributes.  The process under
// test must not load a library for that.
//
// Everything that is not supported makes the reader fail: it then has no more entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mapped_file.hpp"

namespace heddle::native {

// Reads values one after the other.  After an error, every value is zero.
class DebugReader {
 public:
  DebugReader() = default;
  explicit DebugReader(std::span<const char> bytes, std::uint64_t at = 0)
      : bytes_(bytes), at_(at), failed_(at > bytes.size()) {}

  std::uint64_t at() const { return at_; }
  bool failed() const { return failed_; }
  bool is_at_end() const { return failed_ || at_ == bytes_.size(); }

  std::uint64_t number(std::size_t bytes);  // little-endian
  std::uint64_t uleb();
  std::int64_t sleb();
  std::string_view text();  // up to a zero
  std::span<const char> skip(std::uint64_t bytes);

 private:
  std::span<const char> bytes_;
  std::uint64_t at_ = 0;
  bool failed_ = false;
};

struct DebugAttribute {
  unsigned name = 0;
  unsigned form = 0;
  std::uint64_t value = 0;             // a number, an offset or an index
  std::span<const char> expression{};  // of a block
};

struct DebugEntry {
  std::uint64_t offset = 0;  // in the section
  unsigned tag = 0;          // 0: the end of a list of children
  bool has_children = false;
  std::vector<DebugAttribute> attributes;

  const DebugAttribute* find(unsigned name) const;
};

// The sections of a file.
struct DebugSections {
  std::span<const char> info, abbreviations, strings, line_strings, string_offsets, addresses;
};

// Returns the sections of the file; empty ones are missing, or compressed.
DebugSections debug_sections_of(const MappedFile& file);

// A compilation unit.
class DebugUnit {
 public:
  // Reads the header of the unit at an offset.  Nothing when it is not supported.
  static std::optional<DebugUnit> at(const DebugSections& sections, std::uint64_t offset);

  std::uint64_t end() const { return end_; }
  std::uint64_t first_entry() const { return first_entry_; }
  bool holds(std::uint64_t offset) const { return offset >= first_entry_ && offset < end_; }

  // Reads the entry at an offset, and moves the offset behind it.  Nothing after an error.
  std::optional<DebugEntry> entry(std::uint64_t& offset) const;
  // Returns the entry that an attribute refers to.  Nothing when it is in another unit.
  std::optional<DebugEntry> referred(const DebugAttribute& attribute) const;
  // Skips the children of an entry.  Returns whether that succeeded.
  bool skip_children(std::uint64_t& offset) const;

  // Return the value of an attribute.
  std::optional<std::uint64_t> address(const DebugAttribute& attribute) const;
  std::string_view text(const DebugAttribute& attribute) const;

 private:
  struct Abbreviation {
    struct Item {
      unsigned name = 0;
      unsigned form = 0;
      std::int64_t constant = 0;
    };
    unsigned tag = 0;
    bool has_children = false;
    std::vector<Item> items;
  };

  bool read_abbreviations(std::uint64_t offset);
  bool read_attribute(DebugReader& reader, DebugAttribute& attribute) const;

  DebugSections sections_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t first_entry_ = 0;
  unsigned version_ = 0;
  std::uint64_t address_base_ = 0;
  std::uint64_t string_base_ = 0;
  std::map<std::uint64_t, Abbreviation> abbreviations_;
};

}  // namespace heddle::native
