#include "symbolize/memory_names.hpp"

#include <algorithm>

#include "symbolize/dwarf_types.hpp"

namespace heddle::symbolize {
namespace {

constexpr std::size_t kMostHops = 6;
constexpr std::size_t kMostPointers = 1'000;  // far more than an excerpt has: the trace is not ours

bool is_own(const std::string& name) { return name == "this" || name == "__closure"; }

// Returns whether an object of the type contains the offset.  If the size of a class is unknown,
// only its beginning counts.
bool holds_offset(const Dwarf_Die& type, std::uint64_t offset) {
  return offset < size_of(type) || (offset == 0 && is_declared_only(type));
}

}  // namespace

std::optional<NamedObject> MemoryNames::find() {
  if (excerpt_.pointers.size() + excerpt_.frames.size() > kMostPointers) return std::nullopt;
  add_globals();
  for (const auto& frame : excerpt_.frames) add_frame(frame);
  while (!open_.empty()) {
    const Region region = *open_.begin();
    open_.erase(open_.begin());
    visit(region);
    if (found_) return object_in(region);
  }
  return std::nullopt;
}

NamedObject MemoryNames::object_in(const Region& region) const {
  NamedObject object{found_->name};
  if (std::optional<Dwarf_Die> type = found_->part.type) {
    object.type = value_type(*type);
    // The source cannot name the cell that holds the address.
    if (is_reference(*type)) object.name += " (reference)";
  }
  object.is_of_class = region.form == Form::own;
  object.whole = region.begin;
  if (region.form == Form::value) object.pointer = "&" + region.name;
  if (region.form == Form::pointer) object.pointer = region.name;
  return object;
}

void MemoryNames::add_globals() {
  for (const auto& pointer : excerpt_.pointers) {
    if (pointer.place.module.empty()) continue;
    ElfFile& file = files_(pointer.place.module);
    const std::optional<GlobalVariable> variable = file.global_at(pointer.place.offset);
    if (!variable || !variable->type) continue;
    Region region;
    region.name = variable->name;
    region.type = *variable->type;
    region.names = &file.part_names();
    const Part part = region.names->part(region.type, pointer.place.offset - variable->begin);
    follow(region, {part.is_name ? part.text : variable->name + part.text, part}, 0, pointer.value);
  }
}

void MemoryNames::add_frame(const CallFrameAt<ModulePlace>& frame) {
  if (frame.code.module.empty()) return;
  ElfFile& file = files_(frame.code.module);
  const Root root = frame.thread == kMainThread ? Root::main_thread : Root::other_thread;
  for (const LocalVariable& variable : file.locals(frame)) {
    add_variable(variable, root, file.part_names());
  }
}

void MemoryNames::add_variable(const LocalVariable& variable, Root root, const PartNames& names) {
  Region region;
  region.name = variable.name;
  region.root = root;
  region.begin = variable.place;
  region.type = variable.type;
  region.names = &names;
  if (variable.is_register) {
    Part part;
    part.type = variable.type;
    follow(region, {variable.name, part}, 0, variable.place);
    return;
  }
  // A pointer that is not set yet may hold anything; an object that is used exists.
  const bool has_object = holds_offset(region.type, object_ - region.begin);
  if (has_object || !variable.may_be_unset) open_.insert(region);
}

void MemoryNames::visit(const Region& region) {
  const Dwarf_Off type = dwarf_dieoffset(const_cast<Dwarf_Die*>(&region.type));
  if (!visited_.emplace(region.begin, type).second) return;
  found_ = describe(region, object_);
  if (found_) return;
  for (const auto& pointer : excerpt_.pointers) {
    if (!pointer.place.module.empty()) continue;
    const std::optional<Named> named = describe(region, pointer.place.offset);
    if (named) follow(region, *named, pointer.place.offset, pointer.value);
  }
}

// Opens the memory that the pointer at an address points to; the address is 0 outside the excerpt.
void MemoryNames::follow(const Region& from, const Named& named, std::uint64_t at,
                         std::uint64_t value) {
  const MemoryBlock* const block = block_at(value);
  if (block == nullptr || from.hops == kMostHops) return;
  Region region = from;
  region.begin = value;
  region.hops = from.hops + 1;
  region.name = named.name;
  if (from.form == Form::node) {  // a link to the next node
    if (may_hold_elements(region)) open_.insert(region);
    return;
  }
  std::optional<Dwarf_Die> pointer = named.part.type;
  if (!pointer || !is_pointer(*pointer)) return;
  const std::optional<Dwarf_Die> target = type_of(*pointer);
  if (!target) return;
  region.type = *target;
  region.is_raw = named.part.target == Target::none;
  switch (named.part.target) {
    case Target::none:
    case Target::object:
      region.form = is_reference(*pointer) ? Form::value : Form::pointer;
      break;
    case Target::elements:
      region.form = Form::elements;
      break;
    case Target::nodes:
      region.form = Form::node;
      region.container = named.part.library_class;
      region.home = at;
      break;
    case Target::shared_count:
      region.form = Form::count;
      break;
    case Target::state:
      region.form = Form::state;
      break;
  }
  if (!may_hold_elements(region)) return;
  // The text of a member such as ".begin()" does not belong to the name of its target.
  region.name.resize(region.name.size() - named.part.member_text);
  if (is_own(region.name)) {
    region.form = Form::own;
    region.name = plain_name(region.type);
    if (region.name.empty() && !is_closure(region.type)) return;
  }
  open_.insert(region);
}

std::optional<MemoryNames::Named> MemoryNames::describe(const Region& region,
                                                        std::uint64_t address) const {
  const std::uint64_t offset = address - region.begin;
  if (region.hops == 0) {
    if (!holds_offset(region.type, offset)) return std::nullopt;
    const Part part = region.names->part(region.type, offset);
    return Named{part.is_name ? part.text : region.name + part.text, part};
  }
  const MemoryBlock* const block = block_at(region.begin);
  if (address < region.begin || block == nullptr || !block->holds(address)) {
    const bool is_node = region.form == Form::node && block != nullptr && block->holds(address);
    if (!is_node) return std::nullopt;
  }
  if (region.form == Form::node) {
    const bool is_link = address - block->begin < link_size(region.container);
    if (address != object_ && !is_link) return std::nullopt;
    return Named{address == object_ ? "element of " + region.name : region.name, {}};
  }
  if (region.form == Form::count) {
    if (offset == 8) return Named{region.name + ".use_count()", {}};
    if (offset == 12) return Named{region.name + ".weak_count()", {}};
    return std::nullopt;
  }
  if (region.form == Form::state) {
    if (offset >= size_of(region.type)) return std::nullopt;
    return Named{"state of " + region.name, {}};
  }
  return describe_target(region, offset);
}

std::optional<MemoryNames::Named> MemoryNames::describe_target(const Region& region,
                                                               std::uint64_t offset) const {
  const MemoryBlock& block = *block_at(region.begin);
  const bool is_complete = !is_declared_only(region.type);
  if (!is_complete && offset != 0) return std::nullopt;
  const std::uint64_t size = is_complete ? size_of(region.type) : 1;
  if (size == 0 || region.begin + size > block.begin + block.size) return std::nullopt;
  const bool is_array =
      region.form == Form::elements || (is_complete && may_be_array(region, block));
  if (offset >= size && !is_array) return std::nullopt;
  const Part part = region.names->part(region.type, offset % size);
  if (part.is_name) return Named{part.text, part};
  const bool is_member = part.text.starts_with('.');
  if (is_array) {
    return Named{region.name + "[" + std::to_string(offset / size) + "]" + part.text, part};
  }
  if (region.form == Form::own) {
    if (!is_member || region.name.empty()) return std::nullopt;
    return Named{region.name + "::" + part.text.substr(1), part};
  }
  if (region.form == Form::value) return Named{region.name + part.text, part};
  if (is_member) return Named{region.name + "->" + part.text.substr(1), part};
  return Named{"*" + region.name + part.text, part};
}

// A pointer to one object and a pointer to the first of several have the same type.  A block of
// several objects holds nothing else; a larger object of a derived class might look like it.
bool MemoryNames::may_be_array(const Region& region, const MemoryBlock& block) const {
  if (region.form != Form::pointer || is_frame(block)) return false;
  Dwarf_Die type = region.type;
  const std::uint64_t size = size_of(type);
  const std::uint64_t before = region.begin - block.begin;
  constexpr std::uint64_t kCookie = sizeof(std::uint64_t);  // the number of objects
  const bool begins = before == 0 || (is_class(type) && before == kCookie);
  const std::uint64_t bytes = block.size - before;
  return begins && bytes >= 2 * size && bytes % size == 0 && !region.names->is_base(type);
}

// A short string and an empty list point into themselves, and the last node of a list points to
// the list: elements and nodes have blocks of their own.
bool MemoryNames::may_hold_elements(const Region& region) const {
  if (region.form != Form::elements && region.form != Form::node) return true;
  const MemoryBlock& block = *block_at(region.begin);
  if (is_frame(block)) return false;
  if (region.form == Form::node && region.home != 0 && block.holds(region.home)) return false;
  return region.container == "deque" || region.begin == block.begin;
}

bool MemoryNames::is_frame(const MemoryBlock& block) const {
  return std::any_of(excerpt_.frames.begin(), excerpt_.frames.end(), [&](const auto& frame) {
    return frame.begin == block.begin && frame.end == block.begin + block.size;
  });
}

const MemoryBlock* MemoryNames::block_at(std::uint64_t address) const {
  const auto found = std::find_if(excerpt_.blocks.begin(), excerpt_.blocks.end(),
                                  [&](const MemoryBlock& block) { return block.holds(address); });
  return found == excerpt_.blocks.end() ? nullptr : &*found;
}

}  // namespace heddle::symbolize
