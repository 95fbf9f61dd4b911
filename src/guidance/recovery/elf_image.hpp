// An ELF program as it lies in memory: bytes by address, symbols, relocated words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/result.hpp"

namespace heddle::guidance {

enum class Machine : std::uint8_t { x86_64, aarch64 };

struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool function = false;  // otherwise a variable
};

struct Section {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool executable = false;
  bool writable = false;
};

// The value of a word that the dynamic linker fills in.
struct Relocated {
  std::string symbol;         // of another module; empty when `address` is known
  std::uint64_t address = 0;  // in this module
};

class ElfImage {
 public:
  // Refuses files that are no 64-bit programs or libraries for x86-64 or aarch64.
  static Result<ElfImage> open(const std::string& path);

  const std::string& path() const { return path_; }
  const std::string& build_id() const { return build_id_; }
  Machine machine() const { return machine_; }
  bool position_independent() const { return position_independent_; }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  const std::vector<Section>& sections() const { return sections_; }  // loaded ones, sorted

  const Section* section_at(std::uint64_t address) const;
  const Section* section(std::string_view name) const;

  // The bytes from an address to the end of its section; empty where the file has none.
  std::string_view bytes(std::uint64_t address) const;

  // An integer of 1, 2, 4 or 8 bytes, as the file has it.
  std::optional<std::uint64_t> read(std::uint64_t address, unsigned size) const;

  const Relocated* relocated(std::uint64_t address) const;

  // A pointer in memory: relocated or as the file has it; 0 for none and for foreign ones.
  std::uint64_t pointer(std::uint64_t address) const;

 private:
  struct Loader;

  std::string path_;
  std::string build_id_;
  Machine machine_ = Machine::x86_64;
  bool position_independent_ = false;
  std::vector<Section> sections_;
  std::vector<std::string> contents_;  // of each section
  std::vector<Symbol> symbols_;
  std::unordered_map<std::uint64_t, Relocated> relocated_;
};

}  // namespace heddle::guidance
