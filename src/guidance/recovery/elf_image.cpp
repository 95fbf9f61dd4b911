#include "guidance/recovery/elf_image.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle::guidance {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// How a relocation fills its word.
enum class Filling { none, symbol, relative };

Filling filling_of(Machine machine, std::uint64_t type) {
  if (machine == Machine::x86_64) {
    switch (type) {
      case R_X86_64_64:
      case R_X86_64_GLOB_DAT:
      case R_X86_64_JUMP_SLOT:
        return Filling::symbol;
      case R_X86_64_RELATIVE:
      case R_X86_64_IRELATIVE:
        return Filling::relative;
      default:
        return Filling::none;
    }
  }
  switch (type) {
    case R_AARCH64_ABS64:
    case R_AARCH64_GLOB_DAT:
    case R_AARCH64_JUMP_SLOT:
      return Filling::symbol;
    case R_AARCH64_RELATIVE:
    case R_AARCH64_IRELATIVE:
      return Filling::relative;
    default:
      return Filling::none;
  }
}

std::string hexadecimal(const unsigned char* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += kHex[bytes[i] >> 4];
    text += kHex[bytes[i] & 15];
  }
  return text;
}

}  // namespace

struct ElfImage::Loader {
  explicit Loader(const std::string& path) {
    elf_version(EV_CURRENT);
    file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) elf = elf_begin(file, ELF_C_READ_MMAP, nullptr);
  }
  ~Loader() {
    elf_end(elf);
    if (file >= 0) ::close(file);
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  bool read_header(ElfImage& image) {
    GElf_Ehdr header;
    if (elf == nullptr || elf_kind(elf) != ELF_K_ELF) return false;
    if (gelf_getclass(elf) != ELFCLASS64 || gelf_getehdr(elf, &header) == nullptr) return false;
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN) return false;
    if (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64) return false;
    image.machine_ = header.e_machine == EM_X86_64 ? Machine::x86_64 : Machine::aarch64;
    image.position_independent_ = header.e_type == ET_DYN;
    return elf_getshdrstrndx(elf, &names) == 0;
  }

  void read_sections(ElfImage& image) {
    for (Elf_Scn* at = nullptr; (at = elf_nextscn(elf, at)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(at, &header) == nullptr) continue;
      if ((header.sh_flags & SHF_ALLOC) != 0 && (header.sh_flags & SHF_TLS) == 0) {
        load(image, at, header);
      }
      switch (header.sh_type) {
        case SHT_SYMTAB:
          read_symbols(image, at, header);
          break;
        case SHT_RELA:
          if ((header.sh_flags & SHF_ALLOC) != 0) relocations.push_back(at);
          break;
        case SHT_NOTE:
          read_notes(image, at);
          break;
        default:
          break;
      }
    }
    for (Elf_Scn* table : relocations) read_relocations(image, table);
  }

  void load(ElfImage& image, Elf_Scn* at, const GElf_Shdr& header) {
    const char* const name = elf_strptr(elf, names, header.sh_name);
    image.sections_.push_back(
        {name == nullptr ? "" : name, header.sh_addr, header.sh_addr + header.sh_size,
         (header.sh_flags & SHF_EXECINSTR) != 0, (header.sh_flags & SHF_WRITE) != 0});
    std::string content;
    if (header.sh_type != SHT_NOBITS) {
      const Elf_Data* const data = elf_rawdata(at, nullptr);
      if (data != nullptr && data->d_buf != nullptr) {
        content.assign(static_cast<const char*>(data->d_buf), data->d_size);
      }
    }
    image.contents_.push_back(std::move(content));
  }

  void read_symbols(ElfImage& image, Elf_Scn* at, const GElf_Shdr& header) const {
    Elf_Data* const data = elf_getdata(at, nullptr);
    if (data == nullptr || header.sh_entsize == 0) return;
    const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
    for (int i = 0; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const auto type = GELF_ST_TYPE(symbol.st_info);
      const bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
      if (!function && type != STT_OBJECT) continue;
      const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name == nullptr) continue;
      image.symbols_.push_back({name, symbol.st_value, symbol.st_size, function});
    }
  }

  void read_notes(ElfImage& image, Elf_Scn* at) const {
    Elf_Data* const data = elf_getdata(at, nullptr);
    std::size_t offset = 0;
    GElf_Nhdr note;
    std::size_t name = 0;
    std::size_t content = 0;
    while (data != nullptr && (offset = gelf_getnote(data, offset, &note, &name, &content)) > 0) {
      const auto* const bytes = static_cast<const unsigned char*>(data->d_buf);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          std::memcmp(bytes + name, "GNU", 4) == 0) {
        image.build_id_ = hexadecimal(bytes + content, note.n_descsz);
      }
    }
  }

  void read_relocations(ElfImage& image, Elf_Scn* at) const {
    GElf_Shdr header;
    Elf_Data* const data = elf_getdata(at, nullptr);
    if (data == nullptr || gelf_getshdr(at, &header) == nullptr || header.sh_entsize == 0) return;
    Elf_Scn* const table = elf_getscn(elf, header.sh_link);
    GElf_Shdr table_header{};
    Elf_Data* symbols = nullptr;
    if (table != nullptr && gelf_getshdr(table, &table_header) != nullptr) {
      symbols = elf_getdata(table, nullptr);
    }
    const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
    for (int i = 0; i < count; ++i) {
      GElf_Rela entry;
      if (gelf_getrela(data, i, &entry) == nullptr) continue;
      const Filling filling = filling_of(image.machine_, GELF_R_TYPE(entry.r_info));
      const auto addend = static_cast<std::uint64_t>(entry.r_addend);
      if (filling == Filling::relative) image.relocated_[entry.r_offset] = {"", addend};
      if (filling != Filling::symbol || symbols == nullptr) continue;
      GElf_Sym symbol;
      const auto index = static_cast<int>(GELF_R_SYM(entry.r_info));
      if (gelf_getsym(symbols, index, &symbol) == nullptr) continue;
      const char* const name = elf_strptr(elf, table_header.sh_link, symbol.st_name);
      if (symbol.st_shndx != SHN_UNDEF) {
        image.relocated_[entry.r_offset] = {"", symbol.st_value + addend};
      } else if (name != nullptr) {
        image.relocated_[entry.r_offset] = {name, 0};
      }
    }
  }

  int file = -1;
  Elf* elf = nullptr;
  std::size_t names = 0;
  std::vector<Elf_Scn*> relocations;
};

Result<ElfImage> ElfImage::open(const std::string& path) {
  ElfImage image;
  image.path_ = path;
  Loader loader(path);
  if (!loader.read_header(image)) {
    return Error{"'" + path + "' is not a program for x86-64 or aarch64; name an ELF executable."};
  }
  loader.read_sections(image);
  std::vector<std::size_t> order(image.sections_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return image.sections_[left].begin < image.sections_[right].begin;
  });
  std::vector<Section> sections;
  std::vector<std::string> contents;
  for (const std::size_t i : order) {
    sections.push_back(std::move(image.sections_[i]));
    contents.push_back(std::move(image.contents_[i]));
  }
  image.sections_ = std::move(sections);
  image.contents_ = std::move(contents);
  return image;
}

const Section* ElfImage::section_at(std::uint64_t address) const {
  const auto after = std::upper_bound(
      sections_.begin(), sections_.end(), address,
      [](std::uint64_t wanted, const Section& section) { return wanted < section.begin; });
  // Empty sections share their address with the next one.
  for (auto at = after; at != sections_.begin();) {
    --at;
    if (address < at->end) return &*at;
    if (at->begin != at->end) break;
  }
  return nullptr;
}

const Section* ElfImage::section(std::string_view name) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& section) { return section.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

std::string_view ElfImage::bytes(std::uint64_t address) const {
  const Section* const section = section_at(address);
  if (section == nullptr) return {};
  const std::string& content = contents_[static_cast<std::size_t>(section - sections_.data())];
  const std::uint64_t offset = address - section->begin;
  return offset < content.size() ? std::string_view(content).substr(offset) : std::string_view{};
}

std::optional<std::uint64_t> ElfImage::read(std::uint64_t address, unsigned size) const {
  const std::string_view found = bytes(address);
  if (found.size() < size) return std::nullopt;
  std::uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(found[i]);
  }
  return value;
}

const Relocated* ElfImage::relocated(std::uint64_t address) const {
  const auto found = relocated_.find(address);
  return found == relocated_.end() ? nullptr : &found->second;
}

std::uint64_t ElfImage::pointer(std::uint64_t address) const {
  if (const Relocated* const word = relocated(address)) return word->address;
  return read(address, 8).value_or(0);
}

}  // namespace heddle::guidance
