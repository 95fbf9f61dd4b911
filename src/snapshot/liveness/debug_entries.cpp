#include "snapshot/liveness/debug_entries.hpp"

#include <dwarf.h>
#include <elf.h>
#include <link.h>

#include <cstring>

namespace heddle::native {

std::uint64_t DebugReader::number(std::size_t bytes) {
  std::uint64_t value = 0;
  const std::span<const char> read = skip(bytes);
  std::memcpy(&value, read.data(), read.size());
  return value;
}

std::uint64_t DebugReader::uleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = number(1);
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  failed_ = true;
  return 0;
}

std::int64_t DebugReader::sleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64;) {
    const std::uint64_t byte = number(1);
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    if ((byte & 0x40) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }
  failed_ = true;
  return 0;
}

std::string_view DebugReader::text() {
  if (is_at_end()) return {};
  const char* const begin = bytes_.data() + at_;
  const auto* const end = static_cast<const char*>(std::memchr(begin, 0, bytes_.size() - at_));
  if (end == nullptr) {
    failed_ = true;
    return {};
  }
  const std::string_view text(begin, static_cast<std::size_t>(end - begin));
  at_ += text.size() + 1;
  return text;
}

std::span<const char> DebugReader::skip(std::uint64_t bytes) {
  if (failed_ || bytes > bytes_.size() - at_) {
    failed_ = true;
    return {};
  }
  const std::span<const char> skipped = bytes_.subspan(at_, bytes);
  at_ += bytes;
  return skipped;
}

const DebugAttribute* DebugEntry::find(unsigned name) const {
  for (const DebugAttribute& attribute : attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

std::optional<DebugUnit> DebugUnit::at(const DebugSections& sections, std::uint64_t offset) {
  DebugUnit unit;
  unit.sections_ = sections;
  unit.begin_ = offset;
  DebugReader reader(sections.info, offset);
  const std::uint64_t length = reader.number(4);
  constexpr std::uint64_t kLong = 0xfffffff0;  // from here on, another format
  if (reader.failed() || length >= kLong) return std::nullopt;
  unit.end_ = reader.at() + length;
  if (unit.end_ > sections.info.size()) return std::nullopt;
  unit.version_ = static_cast<unsigned>(reader.number(2));
  if (unit.version_ != 4 && unit.version_ != 5) return std::nullopt;
  std::uint64_t abbreviations = 0;
  if (unit.version_ == 5) {
    const std::uint64_t kind = reader.number(1);
    const std::uint64_t address_size = reader.number(1);
    abbreviations = reader.number(4);
    if (kind != DW_UT_compile && kind != DW_UT_partial) abbreviations = sections.info.size();
    if (address_size != sizeof(std::uintptr_t)) return std::nullopt;
    unit.address_base_ = 8;  // of a file with one unit
    unit.string_base_ = 8;
  } else {
    abbreviations = reader.number(4);
    if (reader.number(1) != sizeof(std::uintptr_t)) return std::nullopt;
  }
  unit.first_entry_ = reader.at();
  if (reader.failed()) return std::nullopt;
  // A unit of another kind has an end, but no entries.
  if (!unit.read_abbreviations(abbreviations)) unit.abbreviations_.clear();
  std::uint64_t first = unit.first_entry_;
  const std::optional<DebugEntry> root = unit.entry(first);
  if (!root) return unit;
  if (const auto* base = root->find(DW_AT_addr_base)) unit.address_base_ = base->value;
  if (const auto* base = root->find(DW_AT_str_offsets_base)) unit.string_base_ = base->value;
  return unit;
}

bool DebugUnit::read_abbreviations(std::uint64_t offset) {
  DebugReader reader(sections_.abbreviations, offset);
  while (const std::uint64_t code = reader.uleb()) {
    Abbreviation abbreviation;
    abbreviation.tag = static_cast<unsigned>(reader.uleb());
    abbreviation.has_children = reader.number(1) != 0;
    while (!reader.failed()) {
      Abbreviation::Item item;
      item.name = static_cast<unsigned>(reader.uleb());
      item.form = static_cast<unsigned>(reader.uleb());
      if (item.form == DW_FORM_implicit_const) item.constant = reader.sleb();
      if (item.name == 0 && item.form == 0) break;
      abbreviation.items.push_back(item);
    }
    abbreviations_[code] = std::move(abbreviation);
  }
  return !reader.failed();
}

std::optional<DebugEntry> DebugUnit::entry(std::uint64_t& offset) const {
  DebugEntry entry;
  entry.offset = offset;
  DebugReader reader(sections_.info.first(end_), offset);
  const std::uint64_t code = reader.uleb();
  if (reader.failed()) return std::nullopt;
  if (code != 0) {
    const auto found = abbreviations_.find(code);
    if (found == abbreviations_.end()) return std::nullopt;
    entry.tag = found->second.tag;
    entry.has_children = found->second.has_children;
    for (const Abbreviation::Item& item : found->second.items) {
      DebugAttribute attribute{item.name, item.form};
      attribute.value = static_cast<std::uint64_t>(item.constant);
      if (!read_attribute(reader, attribute)) return std::nullopt;
      entry.attributes.push_back(attribute);
    }
  }
  offset = reader.at();
  return entry;
}

bool DebugUnit::read_attribute(DebugReader& reader, DebugAttribute& attribute) const {
  std::uint64_t& value = attribute.value;
  switch (attribute.form) {
    case DW_FORM_implicit_const:
      break;
    case DW_FORM_flag_present:
      value = 1;
      break;
    case DW_FORM_data1:
    case DW_FORM_flag:
    case DW_FORM_ref1:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      value = reader.number(1);
      break;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      value = reader.number(2);
      break;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      value = reader.number(3);
      break;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_ref_addr:
    case DW_FORM_strp_sup:
    case DW_FORM_ref_sup4:
      value = reader.number(4);
      break;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_addr:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
      value = reader.number(8);
      break;
    case DW_FORM_data16:
      reader.skip(16);
      break;
    case DW_FORM_sdata:
      value = static_cast<std::uint64_t>(reader.sleb());
      break;
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
      value = reader.uleb();
      break;
    case DW_FORM_string:
      attribute.expression = reader.text();
      break;
    case DW_FORM_exprloc:
    case DW_FORM_block:
      attribute.expression = reader.skip(reader.uleb());
      break;
    case DW_FORM_block1:
      attribute.expression = reader.skip(reader.number(1));
      break;
    case DW_FORM_block2:
      attribute.expression = reader.skip(reader.number(2));
      break;
    case DW_FORM_block4:
      attribute.expression = reader.skip(reader.number(4));
      break;
    default:
      return false;
  }
  return !reader.failed();
}

std::optional<DebugEntry> DebugUnit::referred(const DebugAttribute& attribute) const {
  switch (attribute.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata: {
      std::uint64_t offset = begin_ + attribute.value;
      return holds(offset) ? entry(offset) : std::nullopt;
    }
    case DW_FORM_ref_addr: {
      std::uint64_t offset = attribute.value;
      return holds(offset) ? entry(offset) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

bool DebugUnit::skip_children(std::uint64_t& offset) const {
  for (int depth = 1; depth > 0;) {
    const std::optional<DebugEntry> next = entry(offset);
    if (!next) return false;
    if (next->tag == 0) --depth;
    if (next->has_children) ++depth;
  }
  return true;
}

std::optional<std::uint64_t> DebugUnit::address(const DebugAttribute& attribute) const {
  switch (attribute.form) {
    case DW_FORM_addr:
      return attribute.value;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4: {
      DebugReader reader(sections_.addresses,
                         address_base_ + attribute.value * sizeof(std::uintptr_t));
      const std::uint64_t address = reader.number(sizeof(std::uintptr_t));
      return reader.failed() ? std::nullopt : std::optional(address);
    }
    default:
      return std::nullopt;
  }
}

std::string_view DebugUnit::text(const DebugAttribute& attribute) const {
  switch (attribute.form) {
    case DW_FORM_string:
      return {attribute.expression.data(), attribute.expression.size()};
    case DW_FORM_strp:
      return DebugReader(sections_.strings, attribute.value).text();
    case DW_FORM_line_strp:
      return DebugReader(sections_.line_strings, attribute.value).text();
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4: {
      const std::uint64_t at =
          DebugReader(sections_.string_offsets, string_base_ + attribute.value * 4).number(4);
      return DebugReader(sections_.strings, at).text();
    }
    default:
      return {};
  }
}

DebugSections debug_sections_of(const MappedFile& file) {
  DebugSections found;
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr || header->e_shstrndx >= header->e_shnum) return found;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return found;
  const ElfW(Shdr)& names = sections[header->e_shstrndx];
  const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
  if (texts == nullptr) return found;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr)& section = sections[i];
    const char* const content = file.at<char>(section.sh_offset, section.sh_size);
    const bool is_plain =
        section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_COMPRESSED) == 0;
    if (!is_plain || content == nullptr) continue;
    const std::string_view name =
        DebugReader({texts, static_cast<std::size_t>(names.sh_size)}, section.sh_name).text();
    const std::span<const char> bytes(content, static_cast<std::size_t>(section.sh_size));
    if (name == ".debug_info") found.info = bytes;
    if (name == ".debug_abbrev") found.abbreviations = bytes;
    if (name == ".debug_str") found.strings = bytes;
    if (name == ".debug_line_str") found.line_strings = bytes;
    if (name == ".debug_str_offsets") found.string_offsets = bytes;
    if (name == ".debug_addr") found.addresses = bytes;
  }
  return found;
}

}  // namespace heddle::native
