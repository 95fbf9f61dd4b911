#include "guidance/recovery/jump_table.hpp"

#include <algorithm>
#include <optional>

namespace heddle::guidance {
namespace {

constexpr std::size_t kWindow = 24;       // compilers emit at most a dozen; callbacks add some
constexpr std::uint64_t kLargest = 4096;  // entries of a table without a known bound

// The parts of a switch that precede its jump.
struct Parts {
  std::vector<std::uint64_t> tables;       // nearest first
  std::optional<std::uint64_t> base;       // address of code that entries are relative to
  std::uint64_t scale = 4;                 // of such entries
  unsigned width = 0;                      // of an entry; 0 when nothing is loaded
  std::optional<std::uint64_t> last_case;  // from the bound check
};

Parts find_parts(const ElfImage& image, std::span<const Instruction> code, std::size_t jump,
                 std::span<const std::uint64_t> constants) {
  Parts parts;
  const Instruction& last = code[jump];
  if (last.through_memory && last.target_memory.index != kNoRegister) {
    parts.width = 8;
    if (last.target_memory.base == kNoRegister) {
      parts.tables.push_back(static_cast<std::uint64_t>(last.target_memory.offset));
    }
  }
  for (std::size_t back = 1; back <= kWindow && back <= jump; ++back) {
    const Instruction& at = code[jump - back];
    if (at.flow == Flow::ret || at.flow == Flow::stop) break;
    if (at.flow == Flow::jump) break;
    for (std::uint8_t k = 0; k < at.effect_count; ++k) {
      const Effect& effect = at.effects[k];
      if (effect.kind != Effect::Kind::load || effect.memory.index == kNoRegister) continue;
      if (parts.width == 0) parts.width = effect.width;
      if (effect.memory.base == kNoRegister) {
        parts.tables.push_back(static_cast<std::uint64_t>(effect.memory.offset));
      }
    }
    if (at.compares && at.compared > 0 && !parts.last_case) {
      parts.last_case = static_cast<std::uint64_t>(at.compared);
    }
    const std::uint64_t constant = constants[jump - back];
    const Section* const section = constant == 0 ? nullptr : image.section_at(constant);
    if (section == nullptr) continue;
    if (!section->executable) parts.tables.push_back(constant);
    if (section->executable && !parts.base) {
      parts.base = constant;
      // clang++ -O0 for aarch64: the base is the instruction that makes it, and entries are bytes.
      if (constant == at.address) parts.scale = 1;
    }
  }
  return parts;
}

// One way to read the entries.
struct Reading {
  unsigned width = 0;
  bool is_signed = false;
  std::uint64_t base = 0;
  std::uint64_t scale = 1;
};

std::vector<std::uint64_t> read_targets(const ElfImage& image, std::uint64_t table,
                                        const Reading& reading, std::uint64_t count,
                                        const std::function<bool(std::uint64_t)>& is_target) {
  std::vector<std::uint64_t> targets;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t place = table + i * reading.width;
    std::optional<std::uint64_t> entry = image.read(place, reading.width);
    if (!entry) break;
    if (reading.width == 8) entry = image.pointer(place);
    const unsigned unused = 64 - 8 * reading.width;
    if (reading.is_signed && unused > 0) {
      entry = static_cast<std::uint64_t>(static_cast<std::int64_t>(*entry << unused) >> unused);
    }
    const std::uint64_t target = reading.base + *entry * reading.scale;
    if (!is_target(target)) break;
    targets.push_back(target);
  }
  return targets;
}

std::vector<Reading> readings_of(const Parts& parts, std::uint64_t table) {
  if (parts.width == 8) return {{.width = 8}};
  std::vector<Reading> readings;
  if (parts.base) {
    readings.push_back({parts.width, true, *parts.base, parts.scale});
    readings.push_back({parts.width, false, *parts.base, parts.scale});
  }
  if (parts.width == 4) readings.push_back({4, true, table, 1});
  return readings;
}

}  // namespace

JumpTable find_jump_table(const ElfImage& image, std::span<const Instruction> code,
                          std::size_t jump, std::span<const std::uint64_t> constants,
                          const std::function<bool(std::uint64_t)>& is_target) {
  const Parts parts = find_parts(image, code, jump, constants);
  JumpTable table;
  if (parts.width == 0) return table;
  table.likely = true;
  const std::uint64_t wanted = parts.last_case ? *parts.last_case + 1 : kLargest;
  for (const std::uint64_t address : parts.tables) {
    for (const Reading& reading : readings_of(parts, address)) {
      std::vector<std::uint64_t> targets =
          read_targets(image, address, reading, std::min(wanted, kLargest), is_target);
      // A bound that another comparison set would give too few or too many: most must be there.
      const std::uint64_t enough = parts.last_case ? std::max<std::uint64_t>(wanted - 1, 1) : 2;
      if (targets.size() < enough || targets.size() <= table.targets.size()) continue;
      table.found = true;
      table.targets = std::move(targets);
    }
    if (table.found) break;
  }
  std::sort(table.targets.begin(), table.targets.end());
  table.targets.erase(std::unique(table.targets.begin(), table.targets.end()), table.targets.end());
  return table;
}

}  // namespace heddle::guidance
