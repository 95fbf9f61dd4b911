// Parts of the program that a worker did not observe or explore, as code places.  The watcher maps
// them to source locations.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/unseen_kind.hpp"
#include "result/code_place.hpp"

namespace heddle::result {

// Code that accesses memory without instrumentation.
struct UnseenCode {
  UnseenKind kind = UnseenKind::function;
  CodePlace place;  // the offset of a whole library is 0

  friend bool operator==(const UnseenCode&, const UnseenCode&) = default;
};

// Returns whether a search may have missed an error because of this code.  Test frameworks and the
// system's libraries are trusted.
bool is_in_doubt(const UnseenCode& code);
struct NotSeen;
bool is_in_doubt(const NotSeen& not_seen);
// Returns whether a part of an execution was left out, whatever the code there does.
bool leaves_out_steps(const NotSeen& not_seen);
// Returns whether this is for memory accesses of uninstrumented code.
bool has_unseen_accesses(const NotSeen& not_seen);

// Something that the program did at a place.
struct PlacedOperation {
  std::string operation;
  CodeStack stack;

  friend bool operator==(const PlacedOperation&, const PlacedOperation&) = default;
};

// The uncovered code and operations that one worker reports to its watcher.
struct NotSeen {
  std::vector<UnseenCode> code;
  // Calls of functions of the C++ library that access memory of their caller, by mangled name.
  std::vector<PlacedOperation> calls;
  // Atomic operations with an order weaker than sequential consistency: "relaxed load".
  std::vector<PlacedOperation> weak;
  // Loops that read memory which Heddle does not observe: the thread stayed in them.
  std::vector<PlacedOperation> spins;
  std::vector<std::string> modules;            // paths of the instrumented ones
  std::vector<std::string> library_functions;  // of the C library, imported and not controlled
  bool has_parallel_algorithms = false;        // of std::execution, on two threads each
  bool has_protected_memory = false;           // in a way that has no effect
  bool has_lasting_memory = false;             // mapped, and not restored between executions
  bool has_child_processes = false;            // made by fork, and followed each by itself
  bool has_lowered_limits = false;             // of the process, which are not enforced
  bool has_shared_output = false;              // several threads printed to stdout or stderr

  friend bool operator==(const NotSeen&, const NotSeen&) = default;
};

nlohmann::json to_json(const NotSeen& not_seen);
// Parses JSON and skips entries that are missing or have a wrong type.
NotSeen not_seen_from_json(const nlohmann::json& json);

// Adds the entries of `more` that `into` does not contain yet.
void add(NotSeen& into, const NotSeen& more);

}  // namespace heddle::result
