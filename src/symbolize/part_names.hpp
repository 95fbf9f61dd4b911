// Names parts of objects by their types: ".balance", "[2].next".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/library_members.hpp"

namespace heddle::symbolize {

// A part of an object.
struct Part {
  std::string text;      // appended to the object's name; "+4" inside a part that has no names
  bool is_name = false;  // the text is the whole name: a variable that a lambda captured
  // The type of the part, if it is neither a class nor an array and the offset is its beginning.
  std::optional<Dwarf_Die> type = std::nullopt;
  Target target = Target::none;         // for a pointer in a class of the C++ library
  std::string_view library_class = {};  // the plain name of that class
  std::size_t member_text = 0;          // length of that class's member at the end of the text

  bool has_name() const { return text.find('+') == std::string::npos; }
};

// The types of one file.  Reads the extents of the C++ library's types once.
class PartNames {
 public:
  // Notes the extent of a namespace of the C++ library.  REQUIRES: called in order of offsets,
  // before the first question.
  void add_library(Dwarf_Off begin, Dwarf_Off end) { library_.push_back({begin, end}); }
  void add_base(Dwarf_Off type) { bases_.insert(type); }
  void finish();

  Part part(Dwarf_Die type, std::uint64_t offset) const;

  bool is_of_library(Dwarf_Die& type) const;
  // Returns whether another class is derived from this one, so that a pointer to it may point to
  // a larger object.
  bool is_base(Dwarf_Die& type) const { return bases_.contains(dwarf_dieoffset(&type)); }

 private:
  struct Extent {
    Dwarf_Off begin;
    Dwarf_Off end;
  };
  // The innermost class of the library that a user knows, and the members below it.
  struct Library {
    std::string_view type;
    std::string path;
  };

  std::optional<Part> find(Dwarf_Die type, std::uint64_t offset, const Library& library,
                           int depth) const;
  std::optional<Part> find_in_class(Dwarf_Die& type, std::uint64_t offset, Library library,
                                    int depth) const;
  std::optional<Part> find_in_array(Dwarf_Die& type, std::uint64_t offset, const Library& library,
                                    int depth) const;
  static std::optional<Part> leaf(Dwarf_Die& type, std::uint64_t offset, const Library& library);

  std::vector<Extent> library_;  // sorted by `finish`
  std::set<Dwarf_Off> bases_;
};

}  // namespace heddle::symbolize
