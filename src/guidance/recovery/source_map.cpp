#include "guidance/recovery/source_map.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace heddle::guidance {

struct SourceMap::Reader {
  explicit Reader(SourceMap& into) : map(into) {}

  void read_unit(Dwarf_Die& unit) {
    const char* const folder = folder_of(unit);
    base = folder == nullptr ? "" : folder;
    files = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&unit, &files, &count) != 0) files = nullptr;
    read_lines(unit);
    read_children(unit);
  }

  static const char* folder_of(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
  }

  const std::string& absolute(const char* file) {
    const auto [known, added] = paths.try_emplace(base + '\n' + file);
    if (added) {
      const std::filesystem::path path(file);
      known->second =
          (path.is_absolute() ? path : std::filesystem::path(base) / path).lexically_normal();
    }
    return known->second;
  }

  void read_lines(Dwarf_Die& unit) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    const char* last_file = nullptr;
    std::map<int, std::vector<Piece>>* last_lines = nullptr;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      Dwarf_Line* const row = dwarf_onesrcline(lines, i);
      bool is_end = false;
      dwarf_lineendsequence(row, &is_end);
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      int number = 0;
      const char* const file = dwarf_linesrc(row, nullptr, nullptr);
      if (is_end || file == nullptr || dwarf_lineno(row, &number) != 0 || number == 0) continue;
      if (dwarf_lineaddr(row, &begin) != 0) continue;
      if (dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &end) != 0 || end <= begin) continue;
      if (file != last_file) {
        last_file = file;
        last_lines = &map.lines_[absolute(file)];
      }
      std::vector<Piece>& code = (*last_lines)[number];
      if (!code.empty() && code.back().end == begin) {
        code.back().end = end;
      } else {
        code.push_back({begin, end});
      }
    }
  }

  void read_children(Dwarf_Die& parent) {
    Dwarf_Die child;
    if (dwarf_child(&parent, &child) != 0) return;
    do {
      if (dwarf_tag(&child) == DW_TAG_inlined_subroutine) read_inlined(child);
      if (dwarf_haschildren(&child) != 0) read_children(child);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  void read_inlined(Dwarf_Die& call) {
    std::vector<Piece> code;
    Dwarf_Addr base_address = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&call, at, &base_address, &begin, &end)) > 0;) {
      if (begin < end) code.push_back({begin, end});
    }
    if (code.empty()) return;
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0;
    Dwarf_Word line = 0;
    dwarf_formudata(dwarf_attr(&call, DW_AT_call_file, &attribute), &file);
    dwarf_formudata(dwarf_attr(&call, DW_AT_call_line, &attribute), &line);
    const char* const path =
        files == nullptr ? nullptr : dwarf_filesrc(files, file, nullptr, nullptr);
    if (path != nullptr && line > 0) {
      std::vector<Piece>& at_line = map.lines_[absolute(path)][static_cast<int>(line)];
      at_line.insert(at_line.end(), code.begin(), code.end());
    }
    const char* const linkage_name =
        dwarf_formstring(dwarf_attr_integrate(&call, DW_AT_linkage_name, &attribute));
    const std::string name = linkage_name != nullptr ? linkage_name : scoped_name(call);
    if (name.empty()) return;
    std::vector<Piece>& copies = map.inlined_[name];
    copies.insert(copies.end(), code.begin(), code.end());
  }

  // "Queue::push": g++ gives no linkage name to functions of unnamed namespaces.
  const std::string& scoped_name(Dwarf_Die& call) {
    Dwarf_Die function = call;
    for (const unsigned link : {DW_AT_abstract_origin, DW_AT_specification}) {
      Dwarf_Attribute attribute;
      Dwarf_Die linked;
      if (dwarf_formref_die(dwarf_attr(&function, link, &attribute), &linked) != nullptr)
        function = linked;
    }
    const auto [known, is_new] = scoped_names.try_emplace(dwarf_dieoffset(&function));
    std::string& name = known->second;
    const char* const own = is_new ? dwarf_diename(&function) : nullptr;
    if (own == nullptr) return name;
    name = own;
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes_die(&function, &scopes);
    for (int i = 1; i < count; ++i) {  // from the innermost; 0 is the function
      const char* const scope = is_named_scope(scopes[i]) ? dwarf_diename(&scopes[i]) : nullptr;
      if (scope != nullptr) name = std::string(scope) + "::" + name;
    }
    std::free(scopes);
    return name;
  }

  static bool is_named_scope(Dwarf_Die& die) {
    const int tag = dwarf_tag(&die);
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
           tag == DW_TAG_union_type;
  }

  SourceMap& map;
  std::map<Dwarf_Off, std::string> scoped_names;  // by the entry of the function
  std::string base;
  Dwarf_Files* files = nullptr;
  std::map<std::string, std::string> paths;
};

SourceMap::SourceMap(const std::string& program) {
  const int file = ::open(program.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (Dwarf* const dwarf = dwarf_begin(file, DWARF_C_READ)) {
    Reader reader(*this);
    Dwarf_Off offset = 0;
    Dwarf_Off next = 0;
    std::size_t header = 0;
    while (dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
      Dwarf_Die unit;
      if (dwarf_offdie(dwarf, offset + header, &unit) != nullptr) reader.read_unit(unit);
      offset = next;
    }
    dwarf_end(dwarf);
  }
  ::close(file);
}

std::vector<std::string> SourceMap::files_named(std::string_view name) const {
  std::vector<std::string> found;
  for (const auto& [path, lines] : lines_) {
    if (path == name) return {path};
    const bool ends = path.size() > name.size() && std::string_view(path).ends_with(name) &&
                      path[path.size() - name.size() - 1] == '/';
    if (ends) found.push_back(path);
  }
  return found;
}

std::vector<std::string> SourceMap::files() const {
  std::vector<std::string> found;
  for (const auto& [path, lines] : lines_) found.push_back(path);
  return found;
}

const std::map<int, std::vector<Piece>>& SourceMap::lines_of(const std::string& file) const {
  static const std::map<int, std::vector<Piece>> kNothing;
  const auto found = lines_.find(file);
  return found == lines_.end() ? kNothing : found->second;
}

}  // namespace heddle::guidance
