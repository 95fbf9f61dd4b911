#include "trace/lines.hpp"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace heddle::trace {
namespace {

using Line = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kOutcomes = {"done", "refused", "timed_out", "spurious",
                                                       "cancelled"};

std::string hexadecimal(std::uint64_t word) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(word));
  return text;
}

// Readers in other languages keep numbers as doubles: above 2^53 a string keeps every bit.
Line word(std::uint64_t value) {
  if (value < (std::uint64_t{1} << 53)) return value;
  return hexadecimal(value);
}

Line place(const Place& place) {
  if (place.module == kNoModule) return Line::array({nullptr, hexadecimal(place.offset)});
  return Line::array({place.module, hexadecimal(place.offset)});
}

Line places(const std::vector<Place>& stack) {
  Line list = Line::array();
  for (const Place& one : stack) list.push_back(place(one));
  return list;
}

Line frames(const Excerpt& excerpt) {
  Line list = Line::array();
  for (const auto& frame : excerpt.frames) {
    Line one = {{"thread", index(frame.thread)},
                {"code", place(frame.code)},
                {"begin", hexadecimal(frame.begin)},
                {"end", hexadecimal(frame.end)}};
    for (const std::uint64_t value : frame.registers) one["registers"].push_back(word(value));
    list.push_back(std::move(one));
  }
  return list;
}

void put_operation(Line& line, const Operation& operation) {
  const Operation usual;
  line["op"] = key(operation.kind);
  if (operation.object != kNoObject) {
    line["object"] = hexadecimal(static_cast<std::uint64_t>(operation.object));
  }
  if (operation.second != kNoObject) {
    line["second"] = hexadecimal(static_cast<std::uint64_t>(operation.second));
  }
  if (operation.value != 0) line["value"] = word(operation.value);
  if (operation.size != 0 && !is_object_operation(operation.kind)) line["size"] = operation.size;
  if (operation.memory_order != usual.memory_order) line["order"] = operation.memory_order;
  if (operation.site != kNoSite) {
    line["site"] = hexadecimal(static_cast<std::uint64_t>(operation.site));
  }
}

// The program's bytes need not be UTF-8: what is not becomes the replacement character.
std::string finish(const Line& line) {
  return line.dump(-1, ' ', false, Line::error_handler_t::replace) + '\n';
}

}  // namespace

std::string header_line(const Header& header) {
  Line line;
  line["heddle_trace"] = kFormatVersion;
  line["program"] = header.program;
  line["arguments"] = header.arguments;
  line["build_id"] = header.build_id;
  line["options"] = header.options;
  line["seed"] = word(header.seed);
  if (header.explore_call != 0) line["explore_call"] = word(header.explore_call);
  if (!header.shared_cells.empty()) line["shared_cells"] = header.shared_cells;
  return finish(line);
}

std::string module_line(const Module& module) {
  return finish({{"item", "module"}, {"path", module.path}, {"build_id", module.build_id}});
}

std::string thread_line(const Thread& thread) {
  Line line = {{"item", "thread"}, {"thread", index(thread.id)}, {"path", thread.path}};
  if (!thread.name.empty()) line["name"] = thread.name;
  if (thread.created_at) line["created_at"] = place(*thread.created_at);
  return finish(line);
}

std::string object_line(const Object& object) {
  Line line = {{"item", "object"},
               {"object", hexadecimal(static_cast<std::uint64_t>(object.id))},
               {"place", place(object.place)}};
  if (object.incarnation != 0) line["incarnation"] = word(object.incarnation);
  if (!object.around.frames.empty()) line["frames"] = frames(object.around);
  for (const MemoryBlock& block : object.around.blocks) {
    line["blocks"].push_back({hexadecimal(block.begin), block.size});
  }
  for (const auto& pointer : object.around.pointers) {
    line["pointers"].push_back({place(pointer.place), hexadecimal(pointer.value)});
  }
  return finish(line);
}

std::string site_line(const NamedSite& site) {
  return finish({{"item", "site"},
                 {"site", hexadecimal(static_cast<std::uint64_t>(site.site))},
                 {"name", site.name},
                 {"function", site.function},
                 {"file", site.file},
                 {"line", site.line}});
}

std::string step_line(const Step& step) {
  Line line = {{"item", step.is_step ? "step" : "note"}, {"thread", index(step.thread)}};
  put_operation(line, step.operation);
  if (step.alternatives != 1 || step.alternative != 0) {
    line["alternative"] = step.alternative;
    line["of"] = step.alternatives;
  }
  if (step.is_unfinished) line["unfinished"] = 1;
  if (step.outcome != Outcome::done) line["outcome"] = key(step.outcome);
  if (step.before != 0) line["before"] = word(step.before);
  if (step.after != 0) line["after"] = word(step.after);
  if (step.other != kNoThread) line["other"] = index(step.other);
  if (!step.stack.empty()) line["stack"] = places(step.stack);
  return finish(line);
}

std::string output_line(const Output& output) {
  return finish({{"item", "output"},
                 {"thread", index(output.thread)},
                 {"descriptor", output.descriptor},
                 {"text", output.text}});
}

std::string failure_line(const TraceFailure& failure) {
  Line line = {{"item", "failure"}, {"kind", key(failure.kind)}, {"message", failure.message}};
  if (failure.thread != kNoThread) line["thread"] = index(failure.thread);
  if (!failure.stack.empty()) line["stack"] = places(failure.stack);
  if (failure.address != 0) line["address"] = hexadecimal(failure.address);
  if (failure.cycle_begin) line["cycle_begin"] = *failure.cycle_begin;
  if (failure.is_partial) line["partial"] = 1;
  for (const OrderConstraint& order : failure.orders.list) {
    line["orders"].push_back({index(order.earlier.thread), order.earlier.number,
                              index(order.later.thread), order.later.number});
  }
  if (failure.orders.suffice) line["orders_suffice"] = 1;
  if (failure.is_simplification_cut) line["simplification_cut"] = 1;
  if (failure.identity != 0) line["identity"] = hexadecimal(failure.identity);
  return finish(line);
}

std::string account_line(const TraceAccount& account) {
  return finish({{"item", "account"},
                 {"what", account.what},
                 {"thread", index(account.thread)},
                 {"stack", places(account.stack)}});
}

std::string blocked_line(const Blocked& blocked) {
  Line line = {{"item", "blocked"}, {"thread", index(blocked.thread)}};
  put_operation(line, blocked.operation);
  if (blocked.held_by != kNoThread) line["held_by"] = index(blocked.held_by);
  if (!blocked.stack.empty()) line["stack"] = places(blocked.stack);
  return finish(line);
}

std::string end_line(std::uint64_t lines) { return finish({{"item", "end"}, {"lines", lines}}); }

std::string_view key(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

bool outcome_of(std::string_view key, Outcome& into) {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == key) {
      into = static_cast<Outcome>(i);
      return true;
    }
  }
  return false;
}

}  // namespace heddle::trace
