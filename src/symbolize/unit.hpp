// One compilation unit of DWARF: finds the functions that contain an address, and their names.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::symbolize {

struct Function {
  Dwarf_Die die;     // a subprogram, or an inlined call of one
  std::string name;  // demangled; empty when the unit does not tell
  std::uint64_t entry = 0;
};

// libdw's own search by address misses functions that g++ nests in others (the bodies of lambdas)
// and inlined calls in clang++'s output, so this walks the unit once and keeps an index.
class Unit {
 public:
  explicit Unit(Dwarf_Die unit);

  // From the innermost inlined function to the one that has its own code; empty when none.
  std::vector<Function> functions_at(std::uint64_t address);

  // Where the code at an address, or the call of an inlined function, was written.
  void source_of(std::uint64_t address, std::string& file, int& line);
  void source_of_call(Dwarf_Die& inlined, std::string& file, int& line);

 private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
    Dwarf_Die die;
  };

  void walk(Dwarf_Die& parent, const std::string& scope);
  std::string name_of(Dwarf_Die& function) const;
  std::string absolute(const char* file);

  Dwarf_Die unit_;
  std::vector<Range> subprograms_;              // sorted
  std::map<Dwarf_Off, std::string> unmangled_;  // by offset, functions without a linkage name
};

}  // namespace heddle::symbolize
