#include "report/symbolized.hpp"

#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

void look_up(const trace::Trace& trace, const std::vector<trace::Place>& stack,
             bool innermost_is_exact, symbolize::Symbolizer& symbolizer, SymbolizedTrace& into) {
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const trace::Place& place = stack[i];
    if (place.module >= trace.modules.size()) continue;
    const std::string& path = trace.modules[place.module].path;
    const bool exact = i == 0 && innermost_is_exact;
    into.frames[place] = exact ? symbolizer.frames(path, place.offset)
                               : symbolizer.frames_of_return(path, place.offset);
  }
}

}  // namespace

SymbolizedTrace symbolize_trace(const trace::Trace& trace, symbolize::Symbolizer& symbolizer) {
  SymbolizedTrace symbols;
  for (const trace::Step& step : trace.steps) {
    look_up(trace, step.stack, false, symbolizer, symbols);
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    look_up(trace, blocked.stack, false, symbolizer, symbols);
  }
  for (const trace::Thread& thread : trace.threads) {
    if (thread.created_at) look_up(trace, {*thread.created_at}, false, symbolizer, symbols);
  }
  if (trace.failure) {
    // A signal interrupts at an instruction; everything else stands at a return address.
    const bool exact = trace.failure->kind == FailureKind::crash;
    look_up(trace, trace.failure->stack, exact, symbolizer, symbols);
  }
  for (const trace::StaticObject& object : trace.objects) {
    if (object.place.module >= trace.modules.size()) continue;
    const std::string& path = trace.modules[object.place.module].path;
    const std::string& name = symbolizer.variable_at(path, object.place.offset);
    if (!name.empty()) {
      symbols.variables[object.id] = symbolize::short_name(name, symbolize::Parameters::keep);
    }
  }
  return symbols;
}

std::vector<symbolize::Frame> expand(const SymbolizedTrace& symbols,
                                     const std::vector<trace::Place>& stack) {
  std::vector<symbolize::Frame> frames;
  for (const trace::Place& place : stack) {
    const auto found = symbols.frames.find(place);
    if (found == symbols.frames.end()) continue;
    frames.insert(frames.end(), found->second.begin(), found->second.end());
  }
  return frames;
}

std::string location(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack) {
  const std::vector<symbolize::Frame> frames = expand(symbols, stack);
  const symbolize::Frame* frame = symbolize::user_frame(frames);
  if (frame == nullptr && !frames.empty()) frame = &frames.front();
  return frame == nullptr ? "" : frame_location(*frame);
}

std::string frame_location(const symbolize::Frame& frame) {
  const std::string function = symbolize::short_name(frame.function);
  if (frame.file.empty()) return function;
  std::string text(symbolize::base_name(frame.file));
  if (frame.line > 0) text += ":" + std::to_string(frame.line);
  return function.empty() ? text : text + " in " + function;
}

}  // namespace heddle::report
