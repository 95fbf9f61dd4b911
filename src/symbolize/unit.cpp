#include "symbolize/unit.hpp"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>

#include "symbolize/demangle.hpp"

namespace heddle::symbolize {
namespace {

const char* linkage_name(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  for (const unsigned int name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (const char* mangled = dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute))) {
      return mangled;
    }
  }
  return nullptr;
}

bool is_scope(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_union_type;
}

// Returns the part that a scope adds to the names inside it. g++ names the type of a lambda
// "<lambda(int)>" or gives it no name; a demangler would print "{lambda(int)#1}".
std::string scope_name(Dwarf_Die& die) {
  if (dwarf_tag(&die) == DW_TAG_lexical_block) return "";
  const char* name = dwarf_diename(&die);
  if (dwarf_tag(&die) == DW_TAG_namespace) return name == nullptr ? "" : name;
  if (name == nullptr || std::string_view(name).starts_with("<lambda")) return "{lambda()#1}";
  return name;
}

// The declaration that a function's definition or inlined call goes back to.
Dwarf_Die origin_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  // Bounded: a garbled file may hold a circle.
  for (int i = 0; i < 8; ++i) {
    Dwarf_Attribute* link = dwarf_attr(&die, DW_AT_abstract_origin, &attribute);
    if (link == nullptr) link = dwarf_attr(&die, DW_AT_specification, &attribute);
    if (link == nullptr || dwarf_formref_die(link, &origin) == nullptr) break;
    die = origin;
  }
  return die;
}

}  // namespace

Unit::Unit(Dwarf_Die unit) : unit_(unit) {
  walk(unit_, "");
  std::stable_sort(subprograms_.begin(), subprograms_.end(),
                   [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

void Unit::walk(Dwarf_Die& parent, const std::string& scope) {
  Dwarf_Die die;
  if (dwarf_child(&parent, &die) != 0) return;
  do {
    const int tag = dwarf_tag(&die);
    if (!is_scope(tag)) continue;
    const std::string own = scope_name(die);
    const std::string name = scope.empty() || own.empty() ? scope + own : scope + "::" + own;
    if (tag == DW_TAG_subprogram) {
      Dwarf_Addr base = 0;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      std::ptrdiff_t at = 0;
      while ((at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) {
        if (begin < end) subprograms_.push_back({begin, end, die});
      }
      if (linkage_name(die) == nullptr) unmangled_.emplace(dwarf_dieoffset(&die), name);
    }
    walk(die, name);
  } while (dwarf_siblingof(&die, &die) == 0);
}

std::string Unit::name_of(Dwarf_Die& function) const {
  if (const char* mangled = linkage_name(function)) return demangle(mangled);
  Dwarf_Die origin = origin_of(function);
  const auto known = unmangled_.find(dwarf_dieoffset(&origin));
  if (known != unmangled_.end()) return known->second;
  const char* plain = dwarf_diename(&function);
  return plain == nullptr ? "" : plain;
}

std::vector<Function> Unit::functions_at(std::uint64_t address) {
  auto after = std::upper_bound(subprograms_.begin(), subprograms_.end(), address,
                                [](std::uint64_t a, const Range& r) { return a < r.begin; });
  if (after == subprograms_.begin() || address >= (--after)->end) return {};
  std::vector<Function> chain;
  Dwarf_Die at = after->die;
  Dwarf_Addr entry = after->begin;
  dwarf_entrypc(&at, &entry);
  chain.push_back({at, name_of(at), entry});
  Dwarf_Die child;
  for (bool found = dwarf_child(&at, &child) == 0; found;) {
    const int tag = dwarf_tag(&child);
    const bool nests = tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
    if (nests && dwarf_haspc(&child, address) == 1) {
      if (tag == DW_TAG_inlined_subroutine) chain.push_back({child, name_of(child), 0});
      at = child;
      found = dwarf_child(&at, &child) == 0;
    } else {
      found = dwarf_siblingof(&child, &child) == 0;
    }
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

void Unit::source_of(std::uint64_t address, std::string& file, int& line) {
  Dwarf_Line* found = dwarf_getsrc_die(&unit_, address);
  if (found == nullptr) return;
  file = absolute(dwarf_linesrc(found, nullptr, nullptr));
  dwarf_lineno(found, &line);
}

void Unit::source_of_call(Dwarf_Die& inlined, std::string& file, int& line) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &number) == 0) {
    line = static_cast<int>(number);
  }
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &number) == 0 &&
      dwarf_getsrcfiles(&unit_, &files, &count) == 0 && number < count) {
    file = absolute(dwarf_filesrc(files, number, nullptr, nullptr));
  }
}

std::string Unit::absolute(const char* file) {
  if (file == nullptr) return "";
  std::filesystem::path path(file);
  if (path.is_relative()) {
    Dwarf_Attribute attribute;
    const char* folder = dwarf_formstring(dwarf_attr(&unit_, DW_AT_comp_dir, &attribute));
    if (folder != nullptr) path = std::filesystem::path(folder) / path;
  }
  return path.lexically_normal().string();
}

}  // namespace heddle::symbolize
