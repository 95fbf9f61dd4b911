// Reads the text of Helgrind, DRD and Memcheck.
#include <algorithm>
#include <array>
#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

// Role of a stack in its warning.
enum class Role : std::uint8_t { none, later, earlier, holds, wants, release };

struct ValgrindSection {
  Role role = Role::none;
  SiteKind kind = SiteKind::any;
  Stack stack = {};
};

struct ValgrindBlock {
  WarningKind kind = WarningKind::other;
  std::string title;
  std::string variable = {};
  std::vector<ValgrindSection> sections = {};
};

// "==11708==    at 0x109214: main (x.cpp:16)" -> "   at 0x109214: main (x.cpp:16)"
bool take_prefix(std::string_view& line) {
  const std::size_t begin = line.find("==");
  if (begin == std::string_view::npos) return false;
  const std::size_t end = line.find("==", begin + 2);
  if (end == std::string_view::npos || end == begin + 2) return false;
  for (std::size_t i = begin + 2; i < end; ++i) {
    if (line[i] < '0' || line[i] > '9') return false;
  }
  line.remove_prefix(end + 2);
  return true;
}

// "at 0x109214: main (x.cpp:16)", "by 0x493B4A2: ??? (in /usr/lib/libstdc++.so.6)"
bool read_valgrind_frame(std::string_view words, Frame& frame) {
  if (!words.starts_with("at 0x") && !words.starts_with("by 0x")) return false;
  const std::size_t colon = words.find(": ");
  if (colon == std::string_view::npos) return false;
  words.remove_prefix(colon + 2);
  const std::size_t open = words.ends_with(')') ? words.rfind(" (") : std::string_view::npos;
  frame.function = words.substr(0, open);
  if (open == std::string_view::npos) return true;
  const std::string_view group = words.substr(open + 2, words.size() - open - 3);
  if (group.starts_with("in ")) {
    frame.module = group.substr(3);
  } else {
    split_place(group, frame.file, frame.line);
  }
  return true;
}

SiteKind access_named_in(std::string_view words) {
  if (contains(words, "read") || contains(words, "load")) return SiteKind::read;
  return SiteKind::write;
}

// Opens a block when a line begins a warning.
bool begins(std::string_view words, ValgrindBlock& block) {
  if (words.starts_with("Possible data race during ")) {
    block = {WarningKind::race, "possible data race"};
    block.sections.push_back(
        {Role::later, access_named_in(words.substr(0, words.find(" of size")))});
  } else if (words.starts_with("Conflicting load ") || words.starts_with("Conflicting store ")) {
    block = {WarningKind::race, "conflicting access"};
    block.sections.push_back({Role::later, access_named_in(words.substr(0, 17))});
  } else if (contains(words, ": lock order \"") && contains(words, "violated")) {
    block = {WarningKind::lock_cycle, "lock order violated"};
  } else if (words.starts_with("Invalid read of size") ||
             words.starts_with("Invalid write of size")) {
    block = {WarningKind::use_after_free, "invalid access"};
    block.sections.push_back({Role::later, access_named_in(words.substr(0, 13))});
  } else {
    return false;
  }
  return true;
}

// Opens a section when a line introduces the next stack.
void section(std::string_view words, ValgrindBlock& block) {
  if (words.starts_with("This conflicts with a previous ")) {
    block.sections.push_back(
        {Role::earlier, access_named_in(words.substr(0, words.find(" of size")))});
  } else if (words.starts_with("Observed (incorrect) order") ||
             words.starts_with("Required order")) {
    block.sections.push_back({Role::holds, SiteKind::lock});
  } else if (words.starts_with("followed by a later acquisition")) {
    block.sections.push_back({Role::wants, SiteKind::lock});
  } else if (words.starts_with("Address ") && contains(words, "free'd")) {
    block.sections.push_back({Role::release, SiteKind::release});
  } else if (!words.empty() && !words.starts_with("Locks held")) {
    block.sections.push_back({Role::none});
  }
  if (block.kind != WarningKind::race || !block.variable.empty()) return;
  block.variable = variable_in_words(words);
  if (!block.variable.empty()) block.title += " on " + block.variable;
}

// Whether a line that follows an empty one begins a warning of another kind, if a stack follows.
bool may_begin_other(std::string_view line, std::string_view words) {
  constexpr std::array<std::string_view, 3> kParts = {"This conflicts with", "Observed (incorrect)",
                                                      "Required order"};
  return !words.empty() && !line.starts_with("  ") && !contains(words, " was created") &&
         std::none_of(kParts.begin(), kParts.end(),
                      [&](std::string_view part) { return words.starts_with(part); });
}

ValgrindBlock other_block(std::string_view title) {
  ValgrindBlock block{is_misuse(title) ? WarningKind::misuse : WarningKind::other,
                      std::string(title)};
  block.sections.push_back({Role::later});
  return block;
}

std::vector<ValgrindBlock> valgrind_blocks_of(std::string_view text) {
  std::vector<ValgrindBlock> blocks;
  bool is_inside = false;
  bool is_after_gap = true;
  std::string_view title;  // of a warning of another kind, if a stack follows
  std::string_view line;
  while (next_line(text, line)) {
    if (!take_prefix(line)) continue;
    const std::string_view words = trimmed(line);
    const bool is_gap = words.empty() || words.starts_with("---");
    const bool was_after_gap = std::exchange(is_after_gap, is_gap);
    Frame frame;
    ValgrindBlock block;
    const bool is_frame = read_valgrind_frame(words, frame);
    if (is_frame && !title.empty()) {
      blocks.push_back(other_block(title));
      is_inside = true;
    }
    title = was_after_gap && may_begin_other(line, words) ? words : std::string_view();
    if (begins(words, block)) {
      title = {};
      blocks.push_back(std::move(block));
      is_inside = true;
    } else if (words.starts_with("---") || words.starts_with("ERROR SUMMARY")) {
      is_inside = false;
    } else if (!is_inside) {
      continue;
    } else if (is_frame) {
      std::vector<ValgrindSection>& sections = blocks.back().sections;
      if (!sections.empty()) sections.back().stack.push_back(std::move(frame));
    } else {
      section(words, blocks.back());
    }
  }
  return blocks;
}

Warning block_warning(const ValgrindBlock& block) {
  Warning warning{.kind = block.kind, .title = block.title, .variable = block.variable};
  bool has_release = false;
  std::optional<Site> holds;
  for (const ValgrindSection& section : block.sections) {
    std::optional<Site> site = user_site(section.stack, section.kind);
    has_release = has_release || section.role == Role::release;
    if (section.role == Role::holds) holds = std::move(site);
    if (!site || section.role == Role::none || section.role == Role::holds) continue;
    if (section.role == Role::wants) {
      warning.cycle.push_back({std::exchange(holds, std::nullopt), *std::move(site)});
    } else if (section.role == Role::later) {
      warning.sites.push_back(*std::move(site));
    } else {
      warning.sites.insert(warning.sites.begin(), *std::move(site));
    }
  }
  // Invalid accesses to memory that was never allocated.
  if (block.kind == WarningKind::use_after_free && !has_release) warning.kind = WarningKind::other;
  return warning;
}

}  // namespace

bool is_valgrind_log(std::string_view text) {
  return contains(text, "== Helgrind, ") || contains(text, "== drd, ") ||
         contains(text, "== Memcheck, ") || contains(text, "== Possible data race during ") ||
         contains(text, "== Conflicting ") || contains(text, ": lock order \"");
}

std::vector<Warning> read_valgrind_log(std::string_view text) {
  std::vector<Warning> warnings;
  for (const ValgrindBlock& block : valgrind_blocks_of(text))
    warnings.push_back(block_warning(block));
  return warnings;
}

}  // namespace heddle::guidance
