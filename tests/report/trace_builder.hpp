// Builds traces by hand: each step at a source line, each thread and object by a short name.
#pragma once

#include <string>
#include <utility>

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

class TraceBuilder {
 public:
  TraceBuilder() { trace_.modules = {{"/home/me/prog", "ab"}}; }

  // A place in the program, made known to the symbols.
  trace::Place at(int line, const std::string& function, const std::string& file = "bank.cpp") {
    const trace::Place place{0, next_place_++};
    symbols_.frames[place] = {{function, "/home/me/" + file, line, "/home/me/prog"}};
    return place;
  }
  trace::Place in_library(const std::string& function) {
    const trace::Place place{0, next_place_++};
    symbols_.frames[place] = {{function, "/usr/include/c++/12/mutex", 100, "/home/me/prog"}};
    return place;
  }

  void thread(int id, const std::string& name = "") {
    trace_.threads.push_back({thread_id(static_cast<std::size_t>(id)), "0", name, {}});
  }
  void variable(std::uint64_t object, const std::string& name) {
    symbols_.variables[ObjectId{object}] = name;
  }

  trace::Step& step(int thread, OpKind kind, std::uint64_t object, trace::Place place) {
    trace::Step step;
    step.thread = thread_id(static_cast<std::size_t>(thread));
    step.operation.kind = kind;
    step.operation.object = ObjectId{object};
    step.stack = {in_library("std::mutex::lock()"), place};
    trace_.steps.push_back(std::move(step));
    return trace_.steps.back();
  }
  trace::Step& memory(int thread, OpKind kind, std::uint64_t object, std::uint64_t before,
                      std::uint64_t after, trace::Place place) {
    trace::Step& made = step(thread, kind, object, place);
    made.operation.size = 4;
    made.before = before;
    made.after = after;
    return made;
  }
  void note(int thread, OpKind kind, int other, trace::Place place) {
    trace::Step& made = step(thread, kind, 0, place);
    made.is_step = false;
    if (other >= 0) made.other = thread_id(static_cast<std::size_t>(other));
  }
  void prints(int thread, const std::string& text, int descriptor = 1) {
    trace_.outputs.push_back(
        {trace_.steps.size(), thread_id(static_cast<std::size_t>(thread)), descriptor, text});
  }
  void fails(FailureKind kind, const std::string& message, int thread,
             std::vector<trace::Place> stack) {
    trace_.failure = trace::TraceFailure{
        kind, message, thread < 0 ? kNoThread : thread_id(static_cast<std::size_t>(thread)),
        std::move(stack), 0};
  }
  void blocked(int thread, OpKind kind, std::uint64_t object, int held_by,
               std::vector<trace::Place> stack) {
    trace::Blocked one;
    one.thread = thread_id(static_cast<std::size_t>(thread));
    one.operation.kind = kind;
    one.operation.object = ObjectId{object};
    if (held_by >= 0) one.held_by = thread_id(static_cast<std::size_t>(held_by));
    one.stack = std::move(stack);
    trace_.blocked.push_back(std::move(one));
  }

  const trace::Trace& trace() const { return trace_; }
  trace::Trace& trace() { return trace_; }
  const SymbolizedTrace& symbols() const { return symbols_; }

 private:
  trace::Trace trace_;
  SymbolizedTrace symbols_;
  std::uint64_t next_place_ = 0x1000;
};

}  // namespace heddle::report
