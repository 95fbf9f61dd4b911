#include "snapshot/liveness/functions.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "runtime/mapped_file.hpp"
#include "snapshot/liveness/function_part.hpp"

namespace heddle::native {
namespace {

void add_symbols(const MappedFile& file, const ElfW(Shdr) & section, const ElfW(Shdr) & names,
                 std::uintptr_t base, std::vector<FunctionSymbol>& into) {
  const std::size_t count = section.sh_size / sizeof(ElfW(Sym));
  const auto* const symbols = file.at<ElfW(Sym)>(section.sh_offset, count);
  const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
  if (symbols == nullptr || texts == nullptr || names.sh_size == 0 ||
      texts[names.sh_size - 1] != '\0') {
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ElfW(Sym)& symbol = symbols[i];
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_size == 0) continue;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.sh_size) continue;
    const std::uintptr_t begin = base + symbol.st_value;
    into.push_back({begin, begin + symbol.st_size, texts + symbol.st_name});
  }
}

bool add_symbols(const LoadedModule& module, std::vector<FunctionSymbol>& into) {
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return false;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return false;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    add_symbols(file, sections[i], sections[sections[i].sh_link], module.base, into);
    return true;
  }
  return false;
}

// The sorted table of a file's header for the unwinder (Linux Standard Base, section 10.6.2), as
// linkers write it: pairs of offsets.
struct UnwindTable {
  std::uint8_t version;
  std::uint8_t start_encoding;
  std::uint8_t count_encoding;
  std::uint8_t table_encoding;
  std::int32_t start;
  std::uint32_t count;
};
constexpr std::uint8_t kUnsigned4 = 0x03;
constexpr std::uint8_t kSigned4FromHere = 0x3b;

struct Sought {
  const LoadedModule& module;
  std::uintptr_t table = 0;
};

int find_table(dl_phdr_info* info, std::size_t, void* data) {
  auto* const sought = static_cast<Sought*>(data);
  if (info->dlpi_addr != sought->module.base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_GNU_EH_FRAME) continue;
    const std::uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (at >= sought->module.begin && at < sought->module.end) sought->table = at;
  }
  return sought->table == 0 ? 0 : 1;
}

void add_unwound(const LoadedModule& module, std::vector<FunctionSymbol>& into) {
  Sought sought{module};
  ::dl_iterate_phdr(find_table, &sought);
  if (sought.table == 0) return;
  UnwindTable table;
  std::memcpy(&table, reinterpret_cast<const void*>(sought.table), sizeof table);
  if (table.count_encoding != kUnsigned4 || table.table_encoding != kSigned4FromHere) return;
  const auto* const pairs = reinterpret_cast<const std::int32_t*>(sought.table + sizeof table);
  for (std::uint32_t i = 0; i < table.count; ++i) {
    const auto offset = static_cast<std::uintptr_t>(std::intptr_t{pairs[std::size_t{2} * i]});
    const std::uintptr_t begin = sought.table + offset;
    const std::optional<FunctionPart> part = FunctionPart::around(begin);
    if (part) into.push_back({begin, part->end(), {}});
  }
}

}  // namespace

bool has_symbol_with(const LoadedModule& module, std::string_view text) {
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return false;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  for (std::size_t i = 0; sections != nullptr && i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const auto& names = sections[sections[i].sh_link];
    const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
    if (texts == nullptr) continue;
    if (std::string_view(texts, names.sh_size).find(text) != std::string_view::npos) return true;
  }
  return false;
}

std::vector<FunctionSymbol> functions_of(const LoadedModule& module) {
  std::vector<FunctionSymbol> all;
  if (!add_symbols(module, all)) add_unwound(module, all);
  const auto by_address = [](const FunctionSymbol& a, const FunctionSymbol& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.name < b.name;
  };
  std::sort(all.begin(), all.end(), by_address);
  const auto is_same = [](const FunctionSymbol& a, const FunctionSymbol& b) {
    return a.begin == b.begin;
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

}  // namespace heddle::native
