#include "search/split/handed_nodes.hpp"

#include "core/check.hpp"

namespace heddle::search {
namespace {

void write_step(const PlannedStep& step, Mail& into) {
  into.push_back(paired(step.with_all ? 1 : 0, packed({step.thread, step.alternative})));
  into.push_back(step.accesses.size());
  for (const Access& access : step.accesses) {
    into.push_back(static_cast<std::uint64_t>(access.object));
    into.push_back(paired(access.size, static_cast<std::uint64_t>(access.mode)));
  }
}

PlannedStep read_step(MailReader& reader) {
  const std::uint64_t word = reader.next();
  const Decision decision = unpacked(word);
  PlannedStep step{decision.thread, decision.alternative, high_half(word) != 0, {}};
  step.accesses.resize(reader.next());
  for (Access& access : step.accesses) {
    access.object = ObjectId{reader.next()};
    const std::uint64_t kind = reader.next();
    access.size = static_cast<std::uint8_t>(high_half(kind));
    access.mode = AccessMode{static_cast<std::uint8_t>(low_half(kind))};
  }
  return step;
}

}  // namespace

bool write_nodes(const HandedNodes& handed, Mail& into) {
  HEDDLE_CHECK(!handed.nodes.empty() && handed.nodes.back().depth == handed.prefix.size(),
               "states were sent without the way to them");
  if (handed.prefix.size() > kMostMailWords / 2) return false;
  into = {handed.prefix.size(), handed.operations};
  for (const Decision decision : handed.prefix) into.push_back(packed(decision));
  for (const HandedNode& node : handed.nodes) {
    into.push_back(node.depth);
    into.push_back(paired(node.choices.size(), node.asleep.size()));
    for (const Decision decision : node.choices) into.push_back(packed(decision));
    for (const PlannedStep& step : node.asleep) write_step(step, into);
  }
  return into.size() <= kMostMailWords;
}

void read_nodes(const Mail& mail, HandedNodes& into) {
  MailReader reader(mail);
  into.prefix.resize(reader.next());
  into.operations = reader.next();
  for (Decision& decision : into.prefix) decision = unpacked(reader.next());
  into.nodes.clear();
  while (!reader.is_at_end()) {
    HandedNode& node = into.nodes.emplace_back();
    node.depth = static_cast<std::uint32_t>(reader.next());
    const std::uint64_t sizes = reader.next();
    node.choices.resize(high_half(sizes));
    for (Decision& decision : node.choices) decision = unpacked(reader.next());
    for (std::uint32_t i = 0; i < low_half(sizes); ++i) node.asleep.push_back(read_step(reader));
  }
}

}  // namespace heddle::search
