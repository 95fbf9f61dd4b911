// Guide::encode and Guide::decode.
//
// Format: a magic line, then numbers and words.  Sorted numbers are written as differences.
#include <utility>

#include "guidance/binary_text.hpp"
#include "guidance/guide.hpp"

namespace heddle::guidance {
namespace {

constexpr std::string_view kGuideMagic = "heddle-guide 1\n";
constexpr std::uint64_t kMost32 = 0xffffffff;

void write(BinaryWriter& writer, const CodeRange& range) {
  writer.number(range.module);
  writer.number(range.begin);
  writer.number(range.end);
}

CodeRange read_range(BinaryReader& reader) {
  const std::uint32_t module = reader.number32();
  const std::uint64_t begin = reader.number();
  const std::uint64_t end = reader.number();
  if (begin > end) reader.fail();
  return {module, begin, end};
}

void write(BinaryWriter& writer, const Weights& weights) {
  for (const Cost cost : {weights.synchronisation, weights.access, weights.node, weights.call,
                          weights.ret, weights.external, weights.guess, weights.exception}) {
    writer.number(cost);
  }
}

Weights read_weights(BinaryReader& reader) {
  Weights weights;
  for (Cost* cost : {&weights.synchronisation, &weights.access, &weights.node, &weights.call,
                     &weights.ret, &weights.external, &weights.guess, &weights.exception}) {
    *cost = reader.number32();
  }
  return weights;
}

void write(BinaryWriter& writer, const Location& location) {
  writer.words(location.text);
  writer.number(static_cast<std::uint8_t>(location.wanted));
  writer.number(location.with_callees ? 1 : 0);
  writer.number(location.code.size());
  for (const CodeRange& range : location.code) write(writer, range);
  writer.number(location.variable ? 1 : 0);
  if (location.variable) write(writer, *location.variable);
}

Location read_location(BinaryReader& reader) {
  Location location;
  location.text = reader.words();
  location.wanted = static_cast<Wanted>(reader.number(kLastWanted));
  location.with_callees = reader.number(1) == 1;
  for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
    location.code.push_back(read_range(reader));
  }
  if (reader.number(1) == 1) location.variable = read_range(reader);
  return location;
}

void write(BinaryWriter& writer, const GuideModule& module) {
  writer.words(module.name);
  writer.words(module.build_id);
  writer.number(module.nodes.size());
  std::uint32_t before = 0;
  for (const GuideNode& node : module.nodes) {
    writer.number(node.begin - before);
    before = node.begin;
    writer.optional32(node.to_exit);
    writer.optional32(node.resume);
    writer.optional32(node.landing_pad);
    writer.number(node.kind);
  }
  for (const std::vector<Cost>& costs : module.costs) {
    for (const Cost cost : costs) writer.optional32(cost);
  }
}

GuideModule read_module(BinaryReader& reader, std::size_t locations) {
  GuideModule module;
  module.name = reader.words();
  module.build_id = reader.words();
  const std::size_t nodes = reader.length();
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < nodes && !reader.failed(); ++i) {
    GuideNode node;
    const std::uint64_t step = reader.number(kMost32);
    begin += step;
    if (begin > kMost32 || (i > 0 && step == 0)) reader.fail();
    node.begin = static_cast<std::uint32_t>(begin);
    node.to_exit = reader.optional32();
    node.resume = reader.optional32();
    node.landing_pad = reader.optional32();
    node.kind = static_cast<GuideNode::Kind>(reader.number(GuideNode::gap));
    const auto exists = [&](std::uint32_t id) { return id == 0xffffffff || id < nodes; };
    if (!exists(node.resume) || !exists(node.landing_pad)) reader.fail();
    if (!reader.failed()) module.nodes.push_back(node);
  }
  if (!module.nodes.empty() && module.nodes.back().kind != GuideNode::gap) reader.fail();
  for (std::size_t k = 0; k < locations && !reader.failed(); ++k) {
    std::vector<Cost> costs;
    for (std::size_t i = 0; i < nodes && !reader.failed(); ++i)
      costs.push_back(reader.optional32());
    module.costs.push_back(std::move(costs));
  }
  return module;
}

bool has_modules(const Location& location, std::size_t modules) {
  for (const CodeRange& range : location.code) {
    if (range.module >= modules) return false;
  }
  return !location.variable || location.variable->module < modules;
}

}  // namespace

std::string Guide::encode() const {
  std::string text(kGuideMagic);
  BinaryWriter writer(text);
  write(writer, weights_);
  writer.number(locations_.size());
  for (const Location& location : locations_) write(writer, location);
  writer.number(modules_.size());
  for (const GuideModule& module : modules_) write(writer, module);
  return text;
}

Result<Guide> Guide::decode(std::string_view text) {
  const Error refused{"The guide of the search is damaged; remove it from the cache."};
  if (text.substr(0, kGuideMagic.size()) != kGuideMagic) return refused;
  BinaryReader reader(text.substr(kGuideMagic.size()));
  const Weights weights = read_weights(reader);
  std::vector<Location> locations;
  for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
    locations.push_back(read_location(reader));
  }
  std::vector<GuideModule> modules;
  for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
    modules.push_back(read_module(reader, locations.size()));
  }
  if (!reader.finished()) return refused;
  for (const Location& location : locations) {
    if (!has_modules(location, modules.size())) return refused;
  }
  return Guide(std::move(locations), std::move(modules), weights);
}

}  // namespace heddle::guidance
