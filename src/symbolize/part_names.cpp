#include "symbolize/part_names.hpp"

#include <dwarf.h>

#include <algorithm>

#include "symbolize/dwarf_types.hpp"

namespace heddle::symbolize {
namespace {

constexpr int kDeepest = 24;  // bounded: a garbled file may hold a circle

std::string plus(std::uint64_t offset) { return offset == 0 ? "" : "+" + std::to_string(offset); }

std::optional<Part> prefixed(std::string text, std::optional<Part> part) {
  if (part && !part->is_name) part->text = text + part->text;
  return part;
}

// g++ writes two underscores before the name of a captured variable.
std::string captured_name(std::string_view member) {
  if (member.starts_with("__")) member.remove_prefix(2);
  return std::string(member);
}

}  // namespace

void PartNames::finish() {
  std::sort(library_.begin(), library_.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
}

Part PartNames::part(Dwarf_Die type, std::uint64_t offset) const {
  const std::optional<Part> found = find(type, offset, {}, 0);
  return found ? *found : Part{plus(offset)};
}

std::optional<Part> PartNames::find(Dwarf_Die type, std::uint64_t offset, const Library& library,
                                    int depth) const {
  if (depth > kDeepest) return std::nullopt;
  if (is_class(type)) {
    std::optional<Part> found = find_in_class(type, offset, library, depth);
    // The outermost class of the library stands for all of its parts that have no name.
    if (!found && library.type.empty()) return Part{plus(offset)};
    return found;
  }
  if (dwarf_tag(&type) == DW_TAG_array_type) return find_in_array(type, offset, library, depth);
  return leaf(type, offset, library);
}

std::optional<Part> PartNames::find_in_class(Dwarf_Die& type, std::uint64_t offset, Library library,
                                             int depth) const {
  const bool is_library = is_of_library(type);
  if (is_library && (library.type.empty() || is_adapter(library.type))) {
    library = {plain_name(type), ""};
  }
  const bool is_closure = !is_library && symbolize::is_closure(type);
  if (!is_library && !is_closure && !library.type.empty() && hides_contents(library.type)) {
    return std::nullopt;
  }
  if (!is_library) library = {};
  const std::optional<Field> field = field_at(type, offset);
  if (!field) return std::nullopt;
  const std::uint64_t rest = offset - field->offset;
  if (is_closure && !field->name.empty()) {
    std::optional<Part> found = find(field->type, rest, {}, depth + 1);
    if (found && !found->is_name) {
      found->text = captured_name(field->name) + found->text;
      found->is_name = true;
    }
    return found;
  }
  const bool is_private = is_library && (field->name.empty() || field->name.starts_with('_') ||
                                         is_adapter(library.type));
  if (is_private) {
    if (!field->name.empty()) {
      library.path += (library.path.empty() ? "" : ".") + std::string(field->name);
    }
    return find(field->type, rest, library, depth + 1);
  }
  if (field->name.empty()) return find(field->type, rest, {}, depth + 1);
  if (field->name.starts_with("_vptr")) return Part{".vptr" + plus(rest)};
  // The C library's own members, such as those of pthread_mutex_t.
  if (field->name.starts_with("__")) return std::nullopt;
  return prefixed("." + std::string(field->name), find(field->type, rest, {}, depth + 1));
}

std::optional<Part> PartNames::find_in_array(Dwarf_Die& type, std::uint64_t offset,
                                             const Library& library, int depth) const {
  const bool is_known = library.type.empty() || library.path.ends_with("_M_elems") ||
                        library.path.ends_with("_M_local_buf");
  if (!is_known) return std::nullopt;
  const std::optional<Element> element = element_at(type, offset);
  if (!element) return Part{plus(offset)};
  return prefixed(element->indices, find(element->type, offset - element->offset, {}, depth + 1));
}

std::optional<Part> PartNames::leaf(Dwarf_Die& type, std::uint64_t offset, const Library& library) {
  Part part;
  if (!library.type.empty() && !is_value_class(library.type)) {
    const LibraryMember* const member = library_member(library.type, library.path);
    if (member == nullptr) return std::nullopt;
    part.text = member->text;
    part.target = member->target;
    part.library_class = library.type;
    part.member_text = member->text.size();
  }
  part.text += plus(offset);
  if (offset == 0) part.type = type;
  return part;
}

bool PartNames::is_of_library(Dwarf_Die& type) const {
  const Dwarf_Off offset = dwarf_dieoffset(&type);
  const auto after =
      std::upper_bound(library_.begin(), library_.end(), offset,
                       [](Dwarf_Off at, const Extent& extent) { return at < extent.begin; });
  return after != library_.begin() && offset < std::prev(after)->end;
}

}  // namespace heddle::symbolize
