// The symbol table of a loaded file.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>

#include "runtime/mapped_file.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct ElfSymbol {
  std::uintptr_t begin = 0;  // in memory
  std::uintptr_t end = 0;
  unsigned char type = 0;      // STT_FUNC and the like
  const char* name = nullptr;  // mangled
};

// Calls visit(const ElfSymbol&) for each symbol that the file defines and that has a size.
// Returns whether the file has a symbol table.
template <typename Visit>
bool for_each_symbol(const LoadedModule& module, Visit visit) {
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return false;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return false;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr)& section = sections[i];
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= header->e_shnum) continue;
    const ElfW(Shdr)& names = sections[section.sh_link];
    const std::size_t count = section.sh_size / sizeof(ElfW(Sym));
    const auto* const symbols = file.at<ElfW(Sym)>(section.sh_offset, count);
    const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
    if (symbols == nullptr || texts == nullptr || names.sh_size == 0 ||
        texts[names.sh_size - 1] != '\0') {
      return true;
    }
    for (std::size_t j = 0; j < count; ++j) {
      const ElfW(Sym)& symbol = symbols[j];
      if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.sh_size) {
        continue;
      }
      const std::uintptr_t begin = module.base + symbol.st_value;
      visit(ElfSymbol{begin, begin + symbol.st_size,
                      static_cast<unsigned char>(ELF64_ST_TYPE(symbol.st_info)),
                      texts + symbol.st_name});
    }
    return true;
  }
  return false;
}

}  // namespace heddle::native
