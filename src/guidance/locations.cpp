#include "guidance/locations.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "guidance/recovery/location_text.hpp"
#include "guidance/recovery/names_of_code.hpp"
#include "guidance/recovery/source_map.hpp"
#include "symbolize/names.hpp"

namespace heddle::guidance {
namespace {

using Code = std::vector<Piece>;

// Sorts pieces and joins those that touch.
Code merged(Code code) {
  std::sort(code.begin(), code.end(),
            [](const Piece& left, const Piece& right) { return left.begin < right.begin; });
  Code joined;
  for (const Piece& piece : code) {
    if (!joined.empty() && piece.begin <= joined.back().end) {
      joined.back().end = std::max(joined.back().end, piece.end);
    } else {
      joined.push_back(piece);
    }
  }
  return joined;
}

bool contains_address(const Code& code, std::uint64_t address) {
  return std::any_of(code.begin(), code.end(), [&](const Piece& piece) {
    return address >= piece.begin && address < piece.end;
  });
}

Code common(const Code& left, const Code& right) {
  Code both;
  for (const Piece& a : left) {
    for (const Piece& b : right) {
      const Piece piece{std::max(a.begin, b.begin), std::min(a.end, b.end)};
      if (piece.begin < piece.end) both.push_back(piece);
    }
  }
  return both;
}

bool mentions(std::string_view line, std::string_view word) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_part(line[at - 1]);
    if (begins && (end == line.size() || !is_part(line[end]))) return true;
  }
  return false;
}

std::string nearest_lines(const std::map<int, Code>& lines, int wanted) {
  const auto after = lines.lower_bound(wanted);
  if (after == lines.end()) return "line with code is " + std::to_string(lines.rbegin()->first);
  const std::string next = std::to_string(after->first);
  if (after == lines.begin()) return "line with code is " + next;
  return "lines with code are " + std::to_string(std::prev(after)->first) + " and " + next;
}

}  // namespace

struct LocationFinder::Parts {
  Parts(const ElfImage& of, const ProgramGraph& with)
      : image(of), graph(with), source(of.path()), names(of, with, source) {}

  Result<Code> line_code(const LocationText& wanted) const {
    const std::string program(symbolize::base_name(image.path()));
    if (source.empty()) {
      return Error{"'" + program + "' has no line information; compile it with -g."};
    }
    const std::vector<std::string> files = source.files_named(wanted.file);
    if (files.empty()) {
      return Error{"No code of '" + program + "' comes from '" + wanted.file + "'; did you mean " +
                   alternatives(nearest_names(wanted.file, source.files())) + "?"};
    }
    if (files.size() > 1) {
      return Error{"'" + wanted.file + "' is ambiguous; write " +
                   alternatives(nearest_names(wanted.file, files)) + "."};
    }
    const std::map<int, Code>& lines = source.lines_of(files.front());
    const auto found = lines.find(wanted.line);
    if (found == lines.end()) {
      return Error{wanted.file + ":" + std::to_string(wanted.line) + " has no code; the nearest " +
                   nearest_lines(lines, wanted.line) + "."};
    }
    return found->second;
  }

  // The part of the code whose source lines mention a word: for variables without an address.
  Code lines_that_mention(const Code& code, const std::string& word) const {
    Code found;
    for (const std::string& file : source.files()) {
      std::map<int, Code> inside;
      for (const auto& [line, pieces] : source.lines_of(file)) {
        Code both = common(pieces, code);
        if (!both.empty()) inside[line] = std::move(both);
      }
      if (inside.empty()) continue;
      std::ifstream text(file);
      std::string line;
      for (int number = 1; std::getline(text, line); ++number) {
        const auto at = inside.find(number);
        if (at == inside.end() || !mentions(line, word)) continue;
        found.insert(found.end(), at->second.begin(), at->second.end());
      }
    }
    return merged(found);
  }

  // Whether a function of the C++ library performs a wanted operation, or calls one that does.
  bool performs(FunctionId function, Wanted wanted) {
    const auto [known, added] = performing.try_emplace({function, wanted}, false);
    if (!added) return known->second;
    if (nodes_of.empty()) {
      nodes_of.resize(graph.functions.size());
      for (NodeId id = 0; id < graph.nodes.size(); ++id) {
        nodes_of[graph.nodes[id].function].push_back(id);
      }
    }
    bool found = false;
    for (const NodeId id : nodes_of[function]) {
      if (found) break;
      found = performs_at(graph.nodes[id], wanted);
    }
    return performing[{function, wanted}] = found;
  }

  bool performs_at(const Node& node, Wanted wanted) {
    if (node.visible != Visible::none && fits(wanted, node.kind)) return true;
    if (node.calls == kNone || node.guessed) return false;
    const std::vector<FunctionId>& callees = graph.call_sets[node.calls];
    return std::any_of(callees.begin(), callees.end(), [&](FunctionId callee) {
      return graph.functions[callee].library && performs(callee, wanted);
    });
  }

  // Nodes that overlap the code; with `at_end`, only those whose last instruction is there.
  std::vector<NodeId> nodes_in(const Code& code, bool at_end) const {
    std::vector<NodeId> found;
    for (const Piece& piece : code) {
      auto at = std::partition_point(graph.nodes.begin(), graph.nodes.end(),
                                     [&](const Node& node) { return node.end <= piece.begin; });
      for (; at != graph.nodes.end() && at->begin < piece.end; ++at) {
        if (at_end && !contains_address(code, at->end - 1)) continue;
        found.push_back(static_cast<NodeId>(at - graph.nodes.begin()));
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Nodes at which control enters the code: entries of functions, first nodes of inlined copies.
  std::vector<NodeId> entered_nodes(const Code& code) const {
    const std::vector<NodeId> inside = nodes_in(code, false);
    const auto is_inside = [&](NodeId id) {
      return std::binary_search(inside.begin(), inside.end(), id);
    };
    std::set<NodeId> entered;
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      if (is_inside(id)) {
        const bool begins = graph.functions[node.function].entry == id;
        if (begins || !contains_address(code, node.begin)) entered.insert(id);
        continue;
      }
      for (const NodeId next : node.successors) {
        if (is_inside(next)) entered.insert(next);
      }
      if (node.landing_pad != kNone && is_inside(node.landing_pad)) {
        entered.insert(node.landing_pad);
      }
    }
    if (entered.empty()) return inside;
    return {entered.begin(), entered.end()};
  }

  // Nodes of a line that has no operation: its calls, otherwise all of it.
  std::vector<NodeId> calling_nodes(const Code& code) const {
    std::vector<NodeId> calling;
    for (const NodeId id : nodes_in(code, true)) {
      const Node& node = graph.nodes[id];
      if (node.calls != kNone || node.external) calling.push_back(id);
    }
    return calling.empty() ? nodes_in(code, false) : calling;
  }

  // Nodes that perform a wanted operation, themselves or in the C++ library.  Where the address of
  // the variable is visible in the code, only those.
  std::vector<NodeId> performing_nodes(const Code& code, const Location& location) {
    std::vector<NodeId> exact;
    std::vector<NodeId> possible;
    for (const NodeId id : nodes_in(code, true)) {
      const Node& node = graph.nodes[id];
      if (!performs_at(node, location.wanted)) continue;
      const bool known = node.touched != 0 && location.variable;
      if (!known) possible.push_back(id);
      if (known && node.touched >= location.variable->begin &&
          node.touched < location.variable->end) {
        exact.push_back(id);
      }
    }
    return exact.empty() ? possible : exact;
  }

  // Fills in the variable; for one without an address, narrows the code.
  Status find_variable(const std::string& text, const std::string& variable, Location& location,
                       Code& code) const {
    const Result<Code> memory = names.variable(variable);
    if (!memory.ok()) return memory.error();
    if (!memory->empty()) {
      location.variable = CodeRange{0, memory->front().begin, memory->front().end};
      return Done{};
    }
    code = lines_that_mention(code, variable);
    if (!code.empty()) return Done{};
    const std::string nearest = alternatives(names.nearest_variables(variable));
    return Error{"'" + text + "': there is no global variable '" + variable +
                 "' and no line there mentions it" +
                 (nearest.empty() ? "." : "; did you mean " + nearest + "?")};
  }

  Result<FoundLocation> find(const std::string& text) {
    const Result<LocationText> parsed = parse_location(text);
    if (!parsed.ok()) return parsed.error();
    const bool is_function = !parsed->function.empty();
    Result<Code> place = is_function ? names.function(parsed->function) : line_code(*parsed);
    if (!place.ok()) return place.error();
    Code code = merged(std::move(*place));
    FoundLocation found;
    found.location.text = text;
    found.location.wanted = parsed->wanted;
    if (!parsed->variable.empty()) {
      const Status status = find_variable(text, parsed->variable, found.location, code);
      if (!status.ok()) return status.error();
    }
    const bool narrow = parsed->wanted != Wanted::any || !parsed->variable.empty();
    if (narrow || !is_function) found.nodes = performing_nodes(code, found.location);
    if (found.nodes.empty() && narrow) {
      return Error{"'" + text + "': there is no " + std::string(name(parsed->wanted)) +
                   (parsed->variable.empty() ? "" : " of " + parsed->variable) +
                   " there; name a line or function that contains one."};
    }
    if (found.nodes.empty()) {
      found.location.with_callees = true;
      found.nodes = is_function ? entered_nodes(code) : calling_nodes(code);
    }
    if (found.nodes.empty()) return Error{"'" + text + "' has no code that can be followed."};
    for (const Piece& piece : code) found.location.code.push_back({0, piece.begin, piece.end});
    return found;
  }

  const ElfImage& image;
  const ProgramGraph& graph;
  const SourceMap source;
  const NamesOfCode names;
  std::vector<std::vector<NodeId>> nodes_of;
  std::map<std::pair<FunctionId, Wanted>, bool> performing;
};

LocationFinder::LocationFinder(const ElfImage& image, const ProgramGraph& graph)
    : parts_(std::make_unique<Parts>(image, graph)) {}

LocationFinder::~LocationFinder() = default;

Result<FoundLocation> LocationFinder::find(const std::string& text) { return parts_->find(text); }

}  // namespace heddle::guidance
