// Names objects on stacks and on the heap by the variables and pointers that reach them:
// "account->balance", "v[1]", "queue.m_".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "symbolize/elf_file.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::symbolize {

// Searches one excerpt of the memory from its variables to one object, along pointers of known
// type.  The name with the fewest pointers wins.  A name by `this` comes last, and is that of the
// class: "Account::balance".
class MemoryNames {
 public:
  using Files = std::function<ElfFile&(const std::string&)>;

  MemoryNames(const ModuleExcerpt& excerpt, std::uint64_t object, Files files)
      : excerpt_(excerpt), object_(object), files_(std::move(files)) {}

  // Returns the name and the type of the object; nothing when no variable is known to reach it.
  std::optional<NamedObject> find();

 private:
  // How the name of a part is made from the name of what points to it.
  enum class Form : std::uint8_t {
    value,     // a variable or a reference: "account.balance"
    pointer,   // "account->balance"
    elements,  // "slots[2]"
    node,      // "element of list"
    count,     // "account.use_count()"
    state,     // "state of promise"
    own,       // `this`: "Account::balance"
  };
  enum class Root : std::uint8_t { global, main_thread, other_thread };

  // Less is better.
  using Rank = std::tuple<bool, std::size_t, Root, bool, std::size_t, std::string>;

  // Memory of a known type.
  struct Region {
    std::string name;  // of the variable or pointer
    Form form = Form::value;
    Root root = Root::global;
    std::size_t hops = 0;  // pointers from the variable
    bool is_raw = false;   // the last one is no smart pointer
    std::uint64_t begin = 0;
    Dwarf_Die type = {};
    const PartNames* names = nullptr;
    std::string_view container = {};  // of a node
    std::uint64_t home = 0;           // of a node: the address of the container's pointer

    Rank rank() const { return {form == Form::own, hops, root, is_raw, name.size(), name}; }
    friend bool operator<(const Region& a, const Region& b) { return a.rank() < b.rank(); }
  };
  struct Named {
    std::string name;
    Part part;
  };

  NamedObject object_in(const Region& region) const;
  void add_globals();
  void add_frame(const CallFrameAt<ModulePlace>& frame);
  void add_variable(const LocalVariable& variable, Root root, const PartNames& names);
  void visit(const Region& region);
  void follow(const Region& from, const Named& named, std::uint64_t at, std::uint64_t value);
  bool may_hold_elements(const Region& region) const;
  bool is_frame(const MemoryBlock& block) const;
  std::optional<Named> describe(const Region& region, std::uint64_t address) const;
  std::optional<Named> describe_target(const Region& region, std::uint64_t offset) const;
  bool may_be_array(const Region& region, const MemoryBlock& block) const;
  const MemoryBlock* block_at(std::uint64_t address) const;

  const ModuleExcerpt& excerpt_;
  std::uint64_t object_;
  Files files_;
  std::multiset<Region> open_;
  std::set<std::pair<std::uint64_t, Dwarf_Off>> visited_;
  std::optional<Named> found_;
};

}  // namespace heddle::symbolize
