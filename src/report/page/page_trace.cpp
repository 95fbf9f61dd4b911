#include "report/page/page_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "report/critical_steps.hpp"
#include "report/explanation.hpp"
#include "report/library_calls.hpp"
#include "report/lock_effect.hpp"
#include "report/page/page_sources.hpp"
#include "report/page/page_text.hpp"
#include "report/rows.hpp"
#include "report/step_order.hpp"
#include "trace/fold.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using trace::Trace;

std::string_view word_of(Row::Kind kind) {
  switch (kind) {
    case Row::Kind::step:
      return "step";
    case Row::Kind::note:
      return "note";
    case Row::Kind::output:
      return "output";
    case Row::Kind::blocked:
      return "blocked";
    case Row::Kind::failure:
      return "failure";
    case Row::Kind::remark:
      return "remark";
    case Row::Kind::loop:
      return "loop";
  }
  return "";
}

// Returns whether the operation happens inside the C++ or C library, on memory of its own: the
// reference count of a shared_ptr, the futex of a latch.  std::atomic is the user's own operation.
bool is_internal(const trace::Step& step, const SymbolizedTrace& symbols) {
  const OpKind kind = step.operation.kind;
  const bool is_futex =
      kind == OpKind::futex_wait || kind == OpKind::futex_wake_up || kind == OpKind::futex_wake;
  if (!is_memory_access(kind) && !is_futex) return false;
  for (const symbolize::Frame& frame : expand(symbols, step.stack)) {
    const std::string_view function = frame.function;
    const bool is_atomic = function.find("std::atomic") != std::string_view::npos ||
                           function.find("std::__atomic_base") != std::string_view::npos ||
                           function.find("std::__atomic_float") != std::string_view::npos ||
                           function.find("std::__atomic_ref") != std::string_view::npos;
    if (!is_atomic) return symbolize::is_library_frame(frame);
  }
  return false;
}

void shorten_text(std::string& text) {
  if (text.size() > kLongestText) text = cut_long(text);
}

// Cuts names before they are repeated in thousands of rows.
Trace with_short_names(Trace trace) {
  for (trace::Thread& thread : trace.threads) shorten_text(thread.name);
  for (trace::NamedSite& site : trace.sites) {
    shorten_text(site.name);
    shorten_text(site.function);
  }
  return trace;
}

SymbolizedTrace with_short_names(SymbolizedTrace symbols) {
  for (auto& [place, frames] : symbols.frames) {
    for (symbolize::Frame& frame : frames) shorten_text(frame.function);
  }
  for (auto& [object, name] : symbols.variables) shorten_text(name);
  return symbols;
}

class TraceData {
 public:
  TraceData(const Trace& trace, const SymbolizedTrace& symbols)
      : trace_(with_short_names(trace)),
        symbols_(with_short_names(symbols)),
        names_(names_of(trace_, symbols_)),
        rows_(make_rows(trace_, symbols_, names_, Folding::none)),
        sources_(symbols_) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].position != kNoPosition) row_of_[rows_[i].position] = i;
    }
    for (CallSegment& call : library_calls(trace_, symbols_, names_)) {
      if (call.end - call.begin == 1) {
        rows_[row_of_.at(call.begin)].text = std::move(call.text);
      } else {
        calls_.push_back(std::move(call));
      }
    }
  }

  void write(const std::string& trace_file, Json& into) {
    Json json;
    json["headline"] = headline(trace_);
    json["explanation"] = explanation_lines();
    json["program"] = trace_.header.program;
    json["arguments"] = trace_.header.arguments;
    json["options"] = trace_.header.options;
    json["seed"] = std::to_string(trace_.header.seed);  // a number of JavaScript may be too short
    json["trace"] = trace_file;
    json["rows"] = rows();
    json["critical"] = critical();
    json["edges"] = edges();
    json["folds"] = folds();
    json["calls"] = calls();
    json["accounts"] = accounts();
    json["threads"] = threads();
    json["objects"] = objects_;
    make_visible(json);
    sources_.write(json);
    into["trace"] = std::move(json);
  }

 private:
  Json explanation_lines() const {
    Json lines = Json::array();
    std::string_view left;
    const std::string text = explanation(trace_, symbols_, names_);
    for (left = text; !left.empty();) {
      const std::size_t end = left.find('\n');
      lines.push_back(left.substr(0, end));
      left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    }
    return lines;
  }

  std::size_t thread(ThreadId id) {
    const auto [known, is_new] = thread_numbers_.try_emplace(id, thread_ids_.size());
    if (is_new) thread_ids_.push_back(id);
    return known->second;
  }

  std::size_t object(ObjectId id) {
    const auto [known, is_new] = object_numbers_.try_emplace(id, objects_.size());
    if (is_new) objects_.push_back(names_(id));
    return known->second;
  }

  Json rows() {
    for (const trace::Thread& known : trace_.threads) thread(known.id);
    Json result = Json::array();
    auto blocked = trace_.blocked.begin();
    for (const Row& row : rows_) {
      Json json = {{"text", row.text}};
      if (row.kind != Row::Kind::step) json["kind"] = word_of(row.kind);
      if (row.thread != kNoThread) json["thread"] = thread(row.thread);
      if (row.number != 0) json["number"] = row.number;
      if (row.switches) json["switch"] = true;
      if (row.position != kNoPosition) add_step(trace_.steps[row.position], json);
      if (row.kind == Row::Kind::failure) add_stack(trace_.failure->stack, json);
      if (row.kind == Row::Kind::blocked) add_blocked(*blocked++, json);
      result.push_back(std::move(json));
    }
    return result;
  }

  void add_stack(const std::vector<trace::Place>& stack, Json& json) {
    const int number = sources_.stack(stack);
    if (number < 0) return;
    json["stack"] = number;
    json["at"] = sources_.place(stack);
  }

  void add_step(const trace::Step& step, Json& json) {
    add_stack(step.stack, json);
    const Operation& operation = step.operation;
    const LockEffect lock = lock_effect(step);
    // The guard of an initialisation that is done is passed, not held.
    const bool is_passed = operation.kind == OpKind::once_begin && done_.contains(operation.object);
    if (operation.kind == OpKind::once_end) done_.insert(operation.object);
    if (lock.acquired != kNoObject && !is_passed) json["locks"] = object(lock.acquired);
    if (lock.released != kNoObject) json["unlocks"] = object(lock.released);
    // A thread that is about to lock waits while another thread holds the lock.
    const bool wants = is_lock(operation.kind) || operation.kind == OpKind::cond_wake;
    if (wants && lock.acquired != kNoObject) json["wants"] = object(lock.acquired);
    const bool has_value = is_memory_access(operation.kind) || operation.kind == OpKind::await;
    if (has_value && operation.object != kNoObject && operation.size >= 1 && operation.size <= 8) {
      const bool keeps = operation.kind == OpKind::read || operation.kind == OpKind::await ||
                         operation.kind == OpKind::atomic_load;
      json["object"] = object(operation.object);
      json["value"] =
          names_.value(operation.object, keeps ? step.before : step.after, operation.size);
      if (!keeps && step.outcome == Outcome::done) json["writes"] = true;
    }
    if (step.operation.kind == OpKind::thread_exit) json["ends"] = true;
    if (step.operation.kind == OpKind::thread_create && step.other != kNoThread) {
      json["creates"] = thread(step.other);
    }
    if (step.operation.kind == OpKind::thread_join && step.other != kNoThread) {
      json["joins"] = thread(step.other);
    }
    if (is_internal(step, symbols_)) json["internal"] = true;
  }

  void add_blocked(const trace::Blocked& blocked, Json& json) {
    add_stack(blocked.stack, json);
    if (blocked.held_by != kNoThread) json["holder"] = thread(blocked.held_by);
  }

  Json critical() const {
    Json result = Json::array();
    for (const CriticalStep& step : critical_steps(trace_, names_)) {
      result.push_back({{"row", row_of_.at(step.position)}, {"reason", step.reason}});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].kind != Row::Kind::failure) continue;
      result.push_back({{"row", i}, {"reason", "the failure"}});
    }
    return result;
  }

  // Triples: from row, to row, and 1 for a conflict.
  Json edges() const {
    Json result = Json::array();
    for (const OrderEdge& edge : order_edges(trace_)) {
      result.push_back({row_of_.at(edge.from), row_of_.at(edge.to),
                        edge.kind == OrderEdge::Kind::conflict ? 1 : 0});
    }
    return result;
  }

  // The repeated iterations of loops, as ranges of rows.
  Json folds() const {
    Json result = Json::array();
    for (const trace::Fold& fold : trace::find_folds(trace_)) {
      const std::size_t first = row_of_.at(fold.begin + fold.period);
      const std::size_t last = row_of_.at(fold.end() - 1);
      result.push_back({{"first", first}, {"last", last}, {"times", fold.count - 1}});
    }
    return result;
  }

  // Output that is printed during a call must stay visible.
  Json calls() const {
    Json result = Json::array();
    for (const CallSegment& call : calls_) {
      const std::size_t first = row_of_.at(call.begin);
      const std::size_t last = row_of_.at(call.end - 1);
      if (last - first + 1 != call.end - call.begin) continue;
      result.push_back({{"first", first}, {"last", last}, {"text", call.text}});
    }
    return result;
  }

  Json accounts() {
    Json result = Json::array();
    if (!trace_.failure) return result;
    for (const trace::TraceAccount& account : trace_.failure->accounts) {
      Json json = {{"text", account.what}, {"thread", thread(account.thread)}};
      add_stack(account.stack, json);
      result.push_back(std::move(json));
    }
    return result;
  }

  Json threads() const {
    Json result = Json::array();
    for (const ThreadId id : thread_ids_) result.push_back(thread_name(trace_, id));
    return result;
  }

  Trace trace_;
  SymbolizedTrace symbols_;
  trace::ObjectNames names_;
  std::vector<Row> rows_;
  std::vector<CallSegment> calls_;  // of several steps
  PageSources sources_;
  std::map<std::size_t, std::size_t> row_of_;  // by position in Trace::steps
  std::map<ThreadId, std::size_t> thread_numbers_;
  std::vector<ThreadId> thread_ids_;
  std::map<ObjectId, std::size_t> object_numbers_;
  std::vector<std::string> objects_;
  std::set<ObjectId> done_;  // initialisations, up to the row
};

}  // namespace

void add_trace(const Trace& trace, const SymbolizedTrace& symbols, const std::string& trace_file,
               Json& into) {
  TraceData(trace, symbols).write(trace_file, into);
}

}  // namespace heddle::report
