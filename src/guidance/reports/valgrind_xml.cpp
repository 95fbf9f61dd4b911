// Reads the XML of Helgrind, DRD and Memcheck (`--xml=yes`).
#include <pugixml.hpp>

#include <utility>

#include "guidance/reports/formats.hpp"
#include "guidance/reports/frames.hpp"

namespace heddle::guidance {
namespace {

Stack stack_of(const pugi::xml_node& node) {
  Stack stack;
  for (const pugi::xml_node& one : node.children("frame")) {
    Frame frame;
    frame.function = one.child_value("fn");
    frame.module = one.child_value("obj");
    frame.file = one.child_value("file");
    const std::string folder = one.child_value("dir");
    if (!folder.empty() && !frame.file.empty()) frame.file = folder + "/" + frame.file;
    frame.line = one.child("line").text().as_ullong();
    stack.push_back(std::move(frame));
  }
  return stack;
}

// <what>text</what> or <xwhat><text>text</text>...</xwhat>
std::string_view words_of(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  if (name == "what" || name == "auxwhat") return node.child_value();
  if (name == "xwhat" || name == "xauxwhat") return node.child_value("text");
  return {};
}

SiteKind access_in_xml(std::string_view words) {
  const std::string_view before = words.substr(0, words.find(" of size"));
  const bool reads = contains(before, "read") || contains(before, "load");
  return reads ? SiteKind::read : SiteKind::write;
}

// A race: the later access, and the earlier one behind "This conflicts with a previous ...".
Warning race(const pugi::xml_node& error) {
  Warning warning{.kind = WarningKind::race, .title = "possible data race"};
  std::string_view words;
  for (const pugi::xml_node& node : error.children()) {
    if (const std::string_view found = words_of(node); !found.empty()) words = found;
    if (std::string name = variable_in_words(words); !name.empty() && warning.variable.empty()) {
      warning.title += " on " + name;
      warning.variable = std::move(name);
      words = {};
    }
    if (std::string_view(node.name()) != "stack") continue;
    std::optional<Site> site = user_site(stack_of(node), access_in_xml(words));
    if (!site || warning.sites.size() == 2) continue;
    if (warning.sites.empty() || contains(words, "conflicts with a previous")) {
      warning.sites.insert(warning.sites.begin(), *std::move(site));
    }
  }
  return warning;
}

// Helgrind leaves the first acquisition of the offending thread out of its XML: the stacks are the
// acquisition that violates the order, and the two that established it.
Warning lock_order_error(const pugi::xml_node& error) {
  Warning warning{.kind = WarningKind::lock_cycle, .title = "lock order violated"};
  std::string_view words;
  std::optional<Site> holds;
  for (const pugi::xml_node& node : error.children()) {
    if (const std::string_view found = words_of(node); !found.empty()) words = found;
    if (std::string_view(node.name()) != "stack") continue;
    std::optional<Site> site = user_site(stack_of(node), SiteKind::lock);
    if (!site) continue;
    if (words.starts_with("Required order") || words.starts_with("Observed")) {
      holds = std::move(site);
    } else if (warning.cycle.empty() || words.starts_with("followed by")) {
      warning.cycle.push_back({std::exchange(holds, std::nullopt), *std::move(site)});
    }
  }
  return warning;
}

Warning invalid_access(const pugi::xml_node& error) {
  Warning warning{.kind = WarningKind::other, .title = "invalid access"};
  std::string_view words;
  for (const pugi::xml_node& node : error.children()) {
    if (const std::string_view found = words_of(node); !found.empty()) words = found;
    if (std::string_view(node.name()) != "stack") continue;
    std::optional<Site> site = user_site(stack_of(node), access_in_xml(words));
    if (!site) continue;
    if (warning.sites.empty()) {
      warning.sites.push_back(*std::move(site));
    } else if (contains(words, "free'd") && warning.kind == WarningKind::other) {
      warning.kind = WarningKind::use_after_free;
      site->kind = SiteKind::release;
      warning.sites.insert(warning.sites.begin(), *std::move(site));
    }
  }
  return warning;
}

// A warning of another kind, at its first place.
Warning other_warning(const pugi::xml_node& error) {
  Warning warning{.kind = WarningKind::other, .title = error.child_value("kind")};
  for (const pugi::xml_node& node : error.children()) {
    if (const std::string_view words = words_of(node); !words.empty()) {
      warning.title = words;
      if (is_misuse(words)) warning.kind = WarningKind::misuse;
    }
    if (std::string_view(node.name()) != "stack") continue;
    if (std::optional<Site> site = user_site(stack_of(node), SiteKind::any)) {
      warning.sites.push_back(*std::move(site));
    }
    break;
  }
  return warning;
}

}  // namespace

bool is_valgrind_xml(std::string_view text) {
  return contains(text.substr(0, 4096), "<valgrindoutput");
}

Result<std::vector<Warning>> read_valgrind_xml(std::string_view text) {
  pugi::xml_document document;
  if (const auto read = document.load_buffer(text.data(), text.size()); !read) {
    return Error{std::string("the report's XML is damaged (") + read.description() +
                 "); write it again"};
  }
  std::vector<Warning> warnings;
  for (const pugi::xml_node& error : document.child("valgrindoutput").children("error")) {
    const std::string_view kind = error.child_value("kind");
    if (kind == "Race" || kind == "ConflictingAccess") {
      warnings.push_back(race(error));
    } else if (kind == "LockOrder") {
      warnings.push_back(lock_order_error(error));
    } else if (kind == "InvalidRead" || kind == "InvalidWrite") {
      warnings.push_back(invalid_access(error));
    } else {
      warnings.push_back(other_warning(error));
    }
  }
  return warnings;
}

}  // namespace heddle::guidance
