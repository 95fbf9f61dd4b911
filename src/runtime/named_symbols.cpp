#include "runtime/named_symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fnmatch.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "runtime/elf_symbols.hpp"
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
    if (!module.instrumented) continue;
    for_each_symbol(module, [&](const ElfSymbol& symbol) {
      if (symbol.type != type || !fits_name(pattern, demangled(symbol.name))) return;
      ranges.push_back({symbol.begin, symbol.end});
    });
  }
  return ranges;
}

}  // namespace heddle::native
