#include "guidance/recovery/callees.hpp"

#include <string_view>

#include "guidance/recovery/library_functions.hpp"

namespace heddle::guidance {
namespace {

constexpr int kDeepest = 3;  // calls from a thread's constructor to the one of its state

bool is_virtual_table(std::string_view name) {
  return name.starts_with("_ZTV") || name.starts_with("_ZTC");
}

std::vector<FunctionId> as_list(const std::set<FunctionId>& functions) {
  return {functions.begin(), functions.end()};
}

}  // namespace

Callees::Callees(const ElfImage& image, const FunctionList& list) : list_(list) {
  for (const Symbol& symbol : image.symbols()) {
    if (!symbol.function && is_virtual_table(symbol.name)) read_table(image, symbol);
  }
  for (const Section& section : image.sections()) {
    const std::string_view name = section.name;
    const bool data = name.starts_with(".data") || name.starts_with(".rodata");
    if (!section.executable && data) read_data(image, section);
  }
}

// A virtual table is one or more groups: offset to top, type information, functions.
void Callees::read_table(const ElfImage& image, const Symbol& table) {
  tables_[table.address] = {table.address, table.address + table.size};
  std::uint64_t header = 2;  // words before the next slot
  std::uint64_t slot = 0;
  for (std::uint64_t at = table.address; at + 8 <= table.address + table.size; at += 8) {
    if (header > 0) {
      --header;
      continue;
    }
    const Relocated* const word = image.relocated(at);
    const bool foreign = word != nullptr && !word->symbol.empty();
    const FunctionId function = list_.entered_at(image.pointer(at));
    if (function == kNone && !foreign) {
      header = 1;  // the offset to top of the next group
      slot = 0;
      continue;
    }
    if (function != kNone) {
      slots_[slot].insert(function);
      if (is_thread_run(list_.functions()[function].name)) {
        thread_states_[table.address] = function;
      }
    }
    ++slot;
  }
}

void Callees::read_data(const ElfImage& image, const Section& section) {
  for (std::uint64_t at = (section.begin + 7) & ~std::uint64_t{7}; at + 8 <= section.end; at += 8) {
    const auto after = tables_.upper_bound(at);
    if (after != tables_.begin() && at < std::prev(after)->second.end) continue;
    const std::uint64_t value = image.pointer(at);
    if (value == 0) continue;
    const FunctionId function = list_.entered_at(value);
    if (function != kNone) taken_.insert(function);
  }
}

void Callees::add_references(FunctionId function, const std::vector<std::uint64_t>& references) {
  for (const std::uint64_t address : references) {
    const FunctionId taken = list_.entered_at(address);
    if (taken != kNone) {
      taken_by_[function].insert(taken);
      // C++ forbids calls of main; only the start code passes its address on.
      if (list_.functions()[taken].name != "main") taken_.insert(taken);
    }
    const auto after = tables_.upper_bound(address);
    if (after == tables_.begin() || address >= std::prev(after)->second.end) continue;
    const auto state = thread_states_.find(std::prev(after)->first);
    if (state != thread_states_.end()) states_of_[function].insert(state->second);
  }
}

std::vector<FunctionId> Callees::in_slot(std::uint64_t slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? std::vector<FunctionId>{} : as_list(found->second);
}

std::vector<FunctionId> Callees::by_pointer() const { return as_list(taken_); }

std::vector<FunctionId> Callees::passed_by(FunctionId caller) const {
  const auto found = taken_by_.find(caller);
  return as_list(found == taken_by_.end() ? taken_ : found->second);
}

void Callees::find_states(FunctionId caller, int depth, Functions& found) const {
  if (const auto own = states_of_.find(caller); own != states_of_.end()) {
    found.insert(own->second.begin(), own->second.end());
  }
  const auto callees = calls_.find(caller);
  if (depth == 0 || callees == calls_.end()) return;
  for (const FunctionId callee : callees->second) {
    if (is_library_name(list_.functions()[callee].name)) find_states(callee, depth - 1, found);
  }
}

std::vector<FunctionId> Callees::thread_runs(FunctionId caller) const {
  Functions found;
  find_states(caller, kDeepest, found);
  if (found.empty()) {
    for (FunctionId id = 0; id < list_.functions().size(); ++id) {
      if (is_thread_run(list_.functions()[id].name)) found.insert(id);
    }
  }
  return as_list(found);
}

}  // namespace heddle::guidance
