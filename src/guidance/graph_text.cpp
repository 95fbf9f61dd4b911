#include "guidance/graph_text.hpp"

#include <utility>

#include "guidance/binary_text.hpp"

namespace heddle::guidance {
namespace {

constexpr std::string_view kGraphMagic = "heddle-graph 1\n";

constexpr std::uint64_t kReturns = 1;
constexpr std::uint64_t kExternal = 2;
constexpr std::uint64_t kGuessed = 4;

void write_node(BinaryWriter& writer, const Node& node, std::uint64_t before) {
  writer.number(node.begin - before);
  writer.number(node.end - node.begin);
  writer.number(node.function);
  writer.number(static_cast<std::uint64_t>(node.visible));
  writer.number(static_cast<std::uint64_t>(node.kind));
  writer.number((node.returns ? kReturns : 0) | (node.external ? kExternal : 0) |
                (node.guessed ? kGuessed : 0));
  writer.number(node.touched);
  writer.optional32(node.calls);
  writer.optional32(node.spawns);
  writer.optional32(node.landing_pad);
  writer.number(node.successors.size());
  for (const NodeId next : node.successors) writer.number(next);
}

// The sizes that indices must stay below.
struct Sizes {
  std::size_t functions = 0;
  std::size_t sets = 0;
  std::size_t nodes = 0;
};

std::uint32_t read_optional(BinaryReader& reader, std::size_t size) {
  const std::uint32_t index = reader.optional32();
  if (index != kNone && index >= size) reader.fail();
  return index;
}

Node read_node(BinaryReader& reader, std::uint64_t before, const Sizes& sizes) {
  Node node;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;
  node.begin = before + reader.number(kLargest);
  node.end = node.begin + reader.number(kLargest);
  node.function = reader.number32();
  if (node.function >= sizes.functions) reader.fail();
  node.visible = static_cast<Visible>(reader.number(2));
  node.kind = static_cast<Wanted>(reader.number(static_cast<std::uint64_t>(Wanted::other)));
  const std::uint64_t flags = reader.number(kReturns | kExternal | kGuessed);
  node.returns = (flags & kReturns) != 0;
  node.external = (flags & kExternal) != 0;
  node.guessed = (flags & kGuessed) != 0;
  node.touched = reader.number();
  node.calls = read_optional(reader, sizes.sets);
  node.spawns = read_optional(reader, sizes.sets);
  node.landing_pad = read_optional(reader, sizes.nodes);
  for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
    const std::uint32_t next = reader.number32();
    if (next >= sizes.nodes) reader.fail();
    node.successors.push_back(next);
  }
  return node;
}

}  // namespace

std::string encode(const ProgramGraph& graph) {
  std::string text(kGraphMagic);
  BinaryWriter writer(text);
  writer.words(graph.module);
  writer.number(graph.functions.size());
  writer.number(graph.nodes.size());
  for (const Function& function : graph.functions) {
    writer.words(function.name);
    writer.optional32(function.entry);
    writer.number(function.library ? 1 : 0);
  }
  writer.number(graph.call_sets.size());
  for (const std::vector<FunctionId>& set : graph.call_sets) {
    writer.number(set.size());
    for (const FunctionId function : set) writer.number(function);
  }
  std::uint64_t before = 0;
  for (const Node& node : graph.nodes) {
    write_node(writer, node, before);
    before = node.end;
  }
  return text;
}

Result<ProgramGraph> decode_graph(std::string_view text) {
  const Error refused{"The cached control-flow graph is damaged; remove it from the cache."};
  if (text.substr(0, kGraphMagic.size()) != kGraphMagic) return refused;
  BinaryReader reader(text.substr(kGraphMagic.size()));
  ProgramGraph graph;
  graph.module = reader.words();
  Sizes sizes;
  sizes.functions = reader.length();
  sizes.nodes = reader.length();
  for (std::size_t i = 0; i < sizes.functions && !reader.failed(); ++i) {
    Function function;
    function.name = reader.words();
    function.entry = read_optional(reader, sizes.nodes);
    function.library = reader.number(1) == 1;
    graph.functions.push_back(std::move(function));
  }
  sizes.sets = reader.length();
  for (std::size_t i = 0; i < sizes.sets && !reader.failed(); ++i) {
    std::vector<FunctionId>& set = graph.call_sets.emplace_back();
    for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
      set.push_back(reader.number32());
      if (set.back() >= sizes.functions || graph.functions[set.back()].entry == kNone) {
        reader.fail();
      }
    }
  }
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < sizes.nodes && !reader.failed(); ++i) {
    graph.nodes.push_back(read_node(reader, before, sizes));
    before = graph.nodes.back().end;
  }
  if (!reader.finished()) return refused;
  return graph;
}

}  // namespace heddle::guidance
