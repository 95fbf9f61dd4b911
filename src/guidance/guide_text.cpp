// Guide::encode and Guide::decode.
//
// Format: a magic line, then numbers in little-endian base 128 and texts as length and bytes.
// Sorted numbers are written as differences, costs plus one (so that kUnreachable is the byte 0).
#include <utility>

#include "guidance/guide.hpp"

namespace heddle::guidance {
namespace {

constexpr std::string_view kMagic = "heddle-guide 1\n";
constexpr std::uint64_t kMost32 = 0xffffffff;

class Writer {
 public:
  explicit Writer(std::string& text) : text_(text) {}

  void number(std::uint64_t value) {
    while (value >= 128) {
      text_ += static_cast<char>(value | 128);
      value >>= 7;
    }
    text_ += static_cast<char>(value);
  }
  void optional32(std::uint32_t value) { number(static_cast<std::uint32_t>(value + 1)); }
  void words(std::string_view words) {
    number(words.size());
    text_ += words;
  }
  void range(const CodeRange& range) {
    number(range.module);
    number(range.begin);
    number(range.end);
  }

 private:
  std::string& text_;
};

// After the first mistake every answer is 0 and `failed` is set.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool failed() const { return failed_; }
  bool finished() const { return !failed_ && text_.empty(); }
  void fail() { failed_ = true; }

  std::uint64_t number(std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !text_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(text_.front());
      text_.remove_prefix(1);
      const std::uint64_t part = std::uint64_t{byte} & 127;
      if (shift == 63 && part > 1) break;
      value |= part << shift;
      if (byte >= 128) continue;
      const bool shortest = byte != 0 || shift == 0;
      if (failed_ || !shortest || value > most) break;
      return value;
    }
    failed_ = true;
    return 0;
  }
  std::uint32_t number32() { return static_cast<std::uint32_t>(number(kMost32)); }
  std::uint32_t optional32() { return number32() - 1; }
  // The length of a list whose items take at least one byte each.
  std::size_t length() { return static_cast<std::size_t>(number(text_.size())); }
  std::string words() {
    const std::size_t size = length();
    if (failed_ || size > text_.size()) {
      failed_ = true;
      return {};
    }
    std::string words(text_.substr(0, size));
    text_.remove_prefix(size);
    return words;
  }
  CodeRange range() {
    CodeRange range{.module = number32(), .begin = number(), .end = number()};
    if (range.begin > range.end) failed_ = true;
    return range;
  }

 private:
  std::string_view text_;
  bool failed_ = false;
};

void write(Writer& writer, const Weights& weights) {
  for (const Cost cost : {weights.synchronisation, weights.access, weights.node, weights.call,
                          weights.ret, weights.external, weights.guess, weights.exception}) {
    writer.number(cost);
  }
}

Weights read_weights(Reader& reader) {
  Weights weights;
  for (Cost* cost : {&weights.synchronisation, &weights.access, &weights.node, &weights.call,
                     &weights.ret, &weights.external, &weights.guess, &weights.exception}) {
    *cost = reader.number32();
  }
  return weights;
}

void write(Writer& writer, const Location& location) {
  writer.words(location.text);
  writer.number(static_cast<std::uint8_t>(location.wanted));
  writer.number(location.with_callees ? 1 : 0);
  writer.number(location.code.size());
  for (const CodeRange& range : location.code) writer.range(range);
  writer.number(location.variable ? 1 : 0);
  if (location.variable) writer.range(*location.variable);
}

Location read_location(Reader& reader) {
  Location location;
  location.text = reader.words();
  location.wanted = static_cast<Wanted>(reader.number(kLastWanted));
  location.with_callees = reader.number(1) == 1;
  for (std::size_t left = reader.length(); left > 0 && !reader.failed(); --left) {
    location.code.push_back(reader.range());
  }
  if (reader.number(1) == 1) location.variable = reader.range();
  return location;
}

void write(Writer& writer, const GuideModule& module) {
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

GuideModule read_module(Reader& reader, std::size_t locations) {
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
  std::string text(kMagic);
  Writer writer(text);
  write(writer, weights_);
  writer.number(locations_.size());
  for (const Location& location : locations_) write(writer, location);
  writer.number(modules_.size());
  for (const GuideModule& module : modules_) write(writer, module);
  return text;
}

Result<Guide> Guide::decode(std::string_view text) {
  const Error refused{"The guide of the search is damaged; remove it from the cache."};
  if (text.substr(0, kMagic.size()) != kMagic) return refused;
  Reader reader(text.substr(kMagic.size()));
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
