#include "runtime/named_symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fnmatch.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "runtime/mapped_file.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

// "Queue::push(int) const [clone .cold]" is "Queue::push".
std::string without_parameters(std::string name) {
  name.resize(std::min(name.find(" [clone"), name.size()));
  while (!name.empty() && name.back() != ')' && name.find(')') != std::string::npos &&
         name.find("::", name.rfind(')')) == std::string::npos) {
    name.resize(name.rfind(')') + 1);
  }
  if (name.empty() || name.back() != ')') return name;
  std::size_t begin = name.size();
  for (int open = 0; begin-- > 0;) {
    if (name[begin] == ')') ++open;
    if (name[begin] == '(' && --open == 0) break;
  }
  return begin < name.size() ? name.substr(0, begin) : name;
}

struct Wanted {
  const std::string& pattern;
  unsigned char type;
  std::vector<SymbolRange>& into;
};

void add_symbols(const MappedFile& file, const ElfW(Shdr) & section, const ElfW(Shdr) & names,
                 std::uintptr_t base, const Wanted& wanted) {
  const std::size_t count = section.sh_size / sizeof(ElfW(Sym));
  const auto* const symbols = file.at<ElfW(Sym)>(section.sh_offset, count);
  const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
  if (symbols == nullptr || texts == nullptr || names.sh_size == 0 ||
      texts[names.sh_size - 1] != '\0') {
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ElfW(Sym)& symbol = symbols[i];
    if (ELF64_ST_TYPE(symbol.st_info) != wanted.type || symbol.st_size == 0) continue;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.sh_size) continue;
    if (!fits_name(wanted.pattern, demangled(texts + symbol.st_name))) continue;
    const std::uintptr_t begin = base + symbol.st_value;
    wanted.into.push_back({begin, begin + symbol.st_size});
  }
}

void add_symbols(const LoadedModule& module, const Wanted& wanted) {
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    add_symbols(file, sections[i], sections[sections[i].sh_link], module.base, wanted);
  }
}

}  // namespace

bool fits_name(const std::string& pattern, const std::string& name) {
  const std::string bare = without_parameters(name);
  return ::fnmatch(pattern.c_str(), bare.c_str(), 0) == 0 ||
         ::fnmatch(("*[: ]" + pattern).c_str(), bare.c_str(), 0) == 0;
}

std::vector<SymbolRange> symbols_named(const std::string& pattern, SymbolKind kind) {
  std::vector<SymbolRange> ranges;
  const auto type =
      static_cast<unsigned char>(kind == SymbolKind::function ? STT_FUNC : STT_OBJECT);
  for (const LoadedModule& module : loaded_modules()) {
    if (module.instrumented) add_symbols(module, {pattern, type, ranges});
  }
  return ranges;
}

}  // namespace heddle::native
