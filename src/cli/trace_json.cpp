#include "cli/trace_json.hpp"

#include <nlohmann/json.hpp>

#include "core/schedule.hpp"
#include "report/endless_loop.hpp"
#include "report/orders_text.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::refused:
      return "refused";
    case Outcome::timed_out:
      return "timed_out";
    case Outcome::spurious:
      return "spurious";
    case Outcome::cancelled:
      return "cancelled";
  }
  return "";
}

std::string object_name(ObjectId object, const report::SymbolizedTrace& symbols) {
  const auto named = symbols.variables.find(object);
  return named == symbols.variables.end() ? "" : named->second;
}

Json stack_json(const std::vector<trace::Place>& stack, const report::SymbolizedTrace& symbols) {
  Json frames = Json::array();
  for (const symbolize::Frame& frame : report::expand(symbols, stack)) {
    frames.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
  }
  return frames;
}

Json step_json(const trace::Step& step, const trace::Trace& trace,
               const report::SymbolizedTrace& symbols) {
  Json json;
  json["thread"] = trace::thread_name(trace, step.thread);
  json["operation"] = key(step.operation.kind);
  json["is_step"] = step.is_step;
  json["object"] = static_cast<std::uint64_t>(step.operation.object);
  json["object_name"] = object_name(step.operation.object, symbols);
  json["alternative"] = step.alternative;
  json["alternatives"] = step.alternatives;
  json["outcome"] = word(step.outcome);
  json["before"] = step.before;
  json["after"] = step.after;
  json["location"] = report::location(symbols, step.stack);
  return json;
}

Json failure_json(const trace::TraceFailure& failure, const trace::Trace& trace,
                  const report::SymbolizedTrace& symbols) {
  Json json;
  json["kind"] = key(failure.kind);
  json["message"] = failure.message;
  json["thread"] = failure.thread == kNoThread ? "" : trace::thread_name(trace, failure.thread);
  json["location"] = report::location(symbols, failure.stack);
  json["stack"] = stack_json(failure.stack, symbols);
  for (const trace::TraceAccount& account : failure.accounts) {
    json["accounts"].push_back({{"what", account.what},
                                {"thread", trace::thread_name(trace, account.thread)},
                                {"stack", stack_json(account.stack, symbols)}});
  }
  const auto names = report::names_of(trace, symbols);
  for (const std::string& order : report::order_texts(trace, symbols, names)) {
    json["orders"].push_back(order);
  }
  if (!failure.orders.list.empty()) json["orders_suffice"] = failure.orders.suffice;
  if (failure.is_simplification_cut) json["simplification_cut"] = true;
  if (const auto loop = report::endless_loop(trace)) {
    json["cycle_begin"] = loop->begin;
    json["cycle_length"] = loop->length;
  }
  return json;
}

}  // namespace

std::string trace_json(const trace::Trace& trace, const report::SymbolizedTrace& symbols) {
  Json json;
  json["program"] = trace.header.program;
  json["arguments"] = trace.header.arguments;
  json["build_id"] = trace.header.build_id;
  json["options"] = trace.header.options;
  json["seed"] = trace.header.seed;
  json["depth"] = trace::depth(trace);
  json["schedule"] = to_text(trace::schedule(trace));
  json["failure"] = trace.failure ? failure_json(*trace.failure, trace, symbols) : Json();
  json["blocked"] = Json::array();
  for (const trace::Blocked& blocked : trace.blocked) {
    json["blocked"].push_back({{"thread", trace::thread_name(trace, blocked.thread)},
                               {"operation", key(blocked.operation.kind)},
                               {"object_name", object_name(blocked.operation.object, symbols)},
                               {"stack", stack_json(blocked.stack, symbols)}});
  }
  json["steps"] = Json::array();
  for (const trace::Step& step : trace.steps) {
    json["steps"].push_back(step_json(step, trace, symbols));
  }
  // Names chosen by the program may be invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::cli
