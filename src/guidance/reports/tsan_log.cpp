// Reads the text that ThreadSanitizer prints.  g++ and clang++ differ in columns and build ids.
#include <algorithm>
#include <cctype>
#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

constexpr std::string_view kBegin = "WARNING: ThreadSanitizer: ";

// A stack with the line above it, such as "Previous write of size 4 at 0x10 by thread T1:".
struct TsanSection {
  std::string_view header;
  Stack stack = {};
};

struct TsanBlock {
  std::string_view title;     // "data race"
  std::string location = {};  // "global 'hits'"
  std::vector<TsanSection> sections = {};
};

// Takes "(MODULE+0x1f) (BuildId: ...)" off the end of a frame; returns the module.
std::string take_module(std::string_view& frame) {
  std::string module;
  while (frame.ends_with(')')) {
    const std::size_t open = frame.rfind(" (");
    if (open == std::string_view::npos) break;
    const std::string_view group = frame.substr(open + 2, frame.size() - open - 3);
    const std::size_t plus = group.rfind("+0x");
    if (plus != std::string_view::npos) {
      module = group.substr(0, plus);
    } else if (!group.starts_with("BuildId:")) {
      break;
    }
    frame = trimmed(frame.substr(0, open));
  }
  return module;
}

// "#4 ada() /src/dining.cpp:9:3 (dining+0x1274)"
bool read_tsan_frame(std::string_view line, Frame& frame) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank < 2) return false;
  if (!std::all_of(line.begin() + 1, line.begin() + static_cast<std::ptrdiff_t>(blank),
                   [](unsigned char c) { return std::isdigit(c) != 0; })) {
    return false;
  }
  std::string_view rest = trimmed(line.substr(blank));
  frame.module = take_module(rest);
  // A path may contain blanks when it is absolute.
  std::size_t path = rest.find(" /");
  if (path == std::string_view::npos) path = rest.rfind(' ');
  if (path == std::string_view::npos) {
    frame.function = rest;
    return true;
  }
  frame.function = rest.substr(0, path);
  split_place(rest.substr(path + 1), frame.file, frame.line);
  return true;
}

// "Location is global 'hits' of size 4 at ..." -> "global 'hits'"
std::string location_of(std::string_view line) {
  line.remove_prefix(std::string_view("Location is ").size());
  return std::string(line.substr(0, std::min(line.find(" of size"), line.find(" at 0x"))));
}

std::vector<TsanBlock> tsan_blocks_of(std::string_view text) {
  std::vector<TsanBlock> blocks;
  bool is_inside = false;
  std::string_view line;
  while (next_line(text, line)) {
    const std::size_t begin = line.find(kBegin);
    if (begin != std::string_view::npos) {
      const std::string_view title = line.substr(begin + kBegin.size());
      blocks.push_back({.title = trimmed(title.substr(0, title.find(" (pid=")))});
      is_inside = true;
      continue;
    }
    if (!is_inside) continue;
    // A test runner may put its own words in front of each line.
    const std::size_t hash = line.find('#');
    const std::string_view words = trimmed(line);
    Frame frame;
    if (contains(line, "SUMMARY: ThreadSanitizer") || contains(line, "==================")) {
      is_inside = false;
    } else if (hash != std::string_view::npos && read_tsan_frame(line.substr(hash), frame)) {
      std::vector<TsanSection>& sections = blocks.back().sections;
      if (sections.empty()) sections.push_back({});  // the stack follows the title
      sections.back().stack.push_back(std::move(frame));
    } else if (contains(words, "Location is ")) {
      blocks.back().location = location_of(words.substr(words.find("Location is ")));
      blocks.back().sections.push_back({words});
    } else if (words.ends_with(':')) {
      blocks.back().sections.push_back({words});
    }
  }
  return blocks;
}

// Whether a section is an access, and of which kind.
bool is_access(std::string_view header, SiteKind& kind) {
  const std::size_t size = header.find(" of size ");
  if (size == std::string_view::npos || !contains(header, " by ")) return false;
  const std::string_view before = header.substr(0, size);
  if (before.ends_with("ead")) {
    kind = SiteKind::read;
  } else if (before.ends_with("rite")) {
    kind = SiteKind::write;
  } else {
    return false;
  }
  return true;
}

Warning accesses(const TsanBlock& block, WarningKind kind) {
  Warning warning{.kind = kind, .title = std::string(block.title)};
  if (!block.location.empty()) warning.title += " on " + block.location;
  warning.variable = quoted_in(block.location);
  for (const TsanSection& section : block.sections) {
    SiteKind access = SiteKind::any;
    if (!is_access(section.header, access)) continue;
    std::optional<Site> site = user_site(section.stack, access);
    // The report begins with the later access.
    if (site) warning.sites.insert(warning.sites.begin(), *std::move(site));
  }
  return warning;
}

Warning lock_cycle(const TsanBlock& block) {
  Warning warning{.kind = WarningKind::lock_cycle, .title = std::string(block.title)};
  for (const TsanSection& section : block.sections) {
    std::optional<Site> site = user_site(section.stack, SiteKind::lock);
    if (!site) continue;
    if (contains(section.header, "acquired here while holding")) {
      warning.cycle.push_back({std::nullopt, *std::move(site)});
    } else if (contains(section.header, "previously acquired") && !warning.cycle.empty()) {
      warning.cycle.back().holds = std::move(site);
    }
  }
  return warning;
}

// Whether a title such as "unlock of an unlocked mutex (or by a wrong thread)" is about a lock.
bool is_about_lock(std::string_view title) {
  return contains(title, "mutex") && (contains(title, "lock of a") || contains(title, "destroy") ||
                                      contains(title, "invalid mutex"));
}

Warning other(const TsanBlock& block) {
  Warning warning{.kind = is_about_lock(block.title) ? WarningKind::misuse : WarningKind::other,
                  .title = std::string(block.title)};
  for (const TsanSection& section : block.sections) {
    std::optional<Site> site = user_site(section.stack, SiteKind::any);
    if (!site) continue;
    warning.sites.push_back(*std::move(site));
    break;
  }
  return warning;
}

}  // namespace

bool is_tsan_log(std::string_view text) { return contains(text, "ThreadSanitizer"); }

std::vector<Warning> read_tsan_log(std::string_view text) {
  std::vector<Warning> warnings;
  for (const TsanBlock& block : tsan_blocks_of(text)) {
    if (block.title.starts_with("heap-use-after-free")) {
      warnings.push_back(accesses(block, WarningKind::use_after_free));
    } else if (block.title.starts_with("data race") || block.title.starts_with("race on")) {
      warnings.push_back(accesses(block, WarningKind::race));
    } else if (block.title.starts_with("lock-order-inversion")) {
      warnings.push_back(lock_cycle(block));
    } else {
      warnings.push_back(other(block));
    }
  }
  return warnings;
}

}  // namespace heddle::guidance
