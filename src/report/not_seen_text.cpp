#include "report/not_seen_text.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/code_frames.hpp"
#include "report/joined_texts.hpp"
#include "report/optimised_accesses.hpp"
#include "report/symbolized.hpp"
#include "symbolize/demangle.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using Kind = UnseenKind;
using Texts = std::vector<std::string>;

// "bump at plain.cpp:3"; "bump" from a mere symbol.
std::string function_text(const result::CodePlace& place, symbolize::Symbolizer& symbolizer) {
  const symbolize::Frame& frame = symbolizer.frames(place.module, place.offset).back();
  std::string name = frame.function;
  if (const std::size_t plus = name.rfind("+0x"); plus != std::string::npos) name.resize(plus);
  name = symbolize::short_name(name);
  if (frame.file.empty()) {
    return fmt::format("{} in {}", name, symbolize::base_name(place.module));
  }
  return fmt::format("{} at {}:{}", name, symbolize::base_name(frame.file), frame.line);
}

std::string place_text(const result::CodePlace& place, symbolize::Symbolizer& symbolizer) {
  const std::vector<symbolize::Frame>& frames = symbolizer.frames(place.module, place.offset);
  const symbolize::Frame* const users = symbolize::user_frame(frames);
  return frame_location(users != nullptr ? *users : frames.front());
}

void tell_code(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  Texts functions;
  Texts assembly;
  Texts sources;
  std::size_t of_frameworks = 0;
  for (const result::UnseenCode& code : result.not_seen.code) {
    switch (code.kind) {
      case Kind::function:
        add_new(functions, function_text(code.place, symbolizer));
        break;
      case Kind::assembly:
        add_new(assembly, "assembly at " + place_text(code.place, symbolizer));
        break;
      case Kind::source:
        add_new(sources, place_text(code.place, symbolizer));
        break;
      case Kind::framework:
        ++of_frameworks;
        break;
      case Kind::library:
      case Kind::system: {
        const std::string file(symbolize::base_name(code.place.module));
        result.unwatched.push_back(
            file + " is not instrumented: its memory accesses and atomics were not observed");
        if (is_in_doubt(code)) result.uninstrumented.push_back(file);
        break;
      }
    }
  }
  if (!functions.empty()) {
    result.unwatched.push_back(fmt::format(
        "{} not instrumented, and {} memory accesses were not observed: {}",
        functions.size() == 1 ? "1 function is" : fmt::format("{} functions are", functions.size()),
        functions.size() == 1 ? "its" : "their", joined(functions)));
  }
  if (!assembly.empty()) {
    result.unwatched.push_back("the memory accesses of inline assembly were not observed: " +
                               joined(assembly));
  }
  if (!sources.empty()) {
    result.unwatched.push_back(
        "instructions that read a clock or random numbers of the processor (rdtsc, rdrand, "
        "cntvct_el0 and others) give other values in every execution: " +
        joined(sources));
    for (const std::string& place : sources) {
      result.uninstrumented.push_back("clock or random number at " + place);
    }
  }
  if (of_frameworks > 0) {
    result.unwatched.push_back(
        "the test framework is not instrumented: its memory accesses were not observed");
  }
  result.uninstrumented.insert(result.uninstrumented.end(), functions.begin(), functions.end());
  result.uninstrumented.insert(result.uninstrumented.end(), assembly.begin(), assembly.end());
}

// "std::filesystem::exists at files.cpp:3".
std::string call_text(const result::PlacedOperation& call, symbolize::Symbolizer& symbolizer) {
  const std::string name = symbolize::short_name(symbolize::demangle(call.operation.c_str()));
  const std::string place = location_of(call.stack, symbolizer);
  return place.empty() ? name : name + " at " + place;
}

void tell_calls(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  Texts calls;
  for (const result::PlacedOperation& call : result.not_seen.calls) {
    add_new(calls, call_text(call, symbolizer));
  }
  if (calls.empty()) return;
  result.unwatched.push_back(
      "the memory accesses of these functions of the C++ library were not observed, and threads "
      "may share the memory: " +
      joined(calls));
  result.uninstrumented.insert(result.uninstrumented.end(), calls.begin(), calls.end());
}

void tell_spins(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  Texts places;
  for (const result::PlacedOperation& spin : result.not_seen.spins) {
    add_new(places, location_of(spin.stack, symbolizer));
  }
  if (places.empty()) return;
  result.unwatched.push_back(
      "what a thread does after a loop that reads memory which Heddle does not observe, where "
      "another thread may end the loop: " +
      joined(places));
  for (const std::string& place : places) result.uninstrumented.push_back("the loop at " + place);
}

// Headers that only pass an operation of the user's on to the compiler.
bool passes_on(const symbolize::Frame& frame) {
  const std::string_view file = symbolize::base_name(frame.file);
  return file == "atomic" || file == "atomic_base.h" || file == "stdatomic.h";
}

// Where the user wrote the operation; nothing when another part of the standard library did.
const symbolize::Frame* writer_of(const std::vector<symbolize::Frame>& stack) {
  for (const symbolize::Frame& frame : stack) {
    if (!symbolize::is_library_frame(frame)) return &frame;
    if (!passes_on(frame)) return nullptr;
  }
  return nullptr;
}

void tell_weak_orders(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  std::set<std::tuple<std::string, int, std::string>>
      places_of_users;  // in the order of the source
  bool has_library = false;
  for (const result::PlacedOperation& weak : result.not_seen.weak) {
    const std::vector<symbolize::Frame> stack = frames_of(weak.stack, symbolizer);
    const symbolize::Frame* const writer = writer_of(stack);
    has_library |= writer == nullptr;
    if (writer == nullptr) continue;
    places_of_users.emplace(writer->file, writer->line,
                            weak.operation + " at " + frame_location(*writer));
  }
  Texts users;
  for (const auto& [file, line, text] : places_of_users) users.push_back(text);
  constexpr std::string_view kLibrary = "in headers of the standard library";
  result.weak_orders = users;
  if (has_library) result.weak_orders.emplace_back(kLibrary);
  if (result.weak_orders.empty()) return;
  std::string places = joined(users);
  if (has_library) places += fmt::format("{}{}", users.empty() ? "" : ", and ", kLibrary);
  result.unwatched.push_back(
      "reorderings that memory orders weaker than seq_cst allow were not explored: " + places);
}

}  // namespace

void tell_not_seen(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  tell_code(result, symbolizer);
  tell_calls(result, symbolizer);
  tell_spins(result, symbolizer);
  tell_weak_orders(result, symbolizer);
  tell_optimised_accesses(result, symbolizer);
  if (result.not_seen.has_parallel_algorithms) {
    result.unwatched.emplace_back(
        "parallel algorithms (std::execution) ran on two threads each: other numbers of threads "
        "were not explored");
  }
  if (result.not_seen.has_protected_memory) {
    result.unwatched.emplace_back(
        "accesses to memory that the program protected or unmapped in many pieces, or that it did "
        "not map: mprotect and munmap have no effect on them");
  }
  if (!result.not_seen.library_functions.empty()) {
    result.unwatched.push_back("functions of the C library that Heddle does not control: " +
                               joined(result.not_seen.library_functions));
    for (const std::string& name : result.not_seen.library_functions) {
      result.uninstrumented.push_back(name + " of the C library");
    }
  }
  if (result.not_seen.has_lasting_memory) {
    result.unwatched.emplace_back(
        "memory that the program mapped before the exploration as shared, as executable or at a "
        "fixed address (mmap, sbrk, shmat): it was not restored between executions");
    result.uninstrumented.emplace_back("memory mapped before the exploration");
  }
  if (result.not_seen.has_child_processes) {
    result.unwatched.emplace_back(
        "communication between processes (fork): each was followed by itself, up to the place "
        "where "
        "it asks how a child has ended or starts another program");
    result.uninstrumented.emplace_back("the other processes");
  }
  if (result.not_seen.has_lowered_limits) {
    result.unwatched.emplace_back(
        "limits that the program lowers (setrlimit): they are not enforced, since Heddle runs in "
        "the same process");
    result.uninstrumented.emplace_back("lowered limits of the process");
  }
  if (result.not_seen.has_shared_output) {
    result.unwatched.emplace_back(
        "the order in which threads print to standard output and standard error was not explored: "
        "the program cannot read it back");
  }
}

}  // namespace heddle::report
