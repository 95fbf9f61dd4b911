// The control-flow graph of one program as data: functions, basic blocks, calls.
//
// A node ends at every call, so it contains at most one operation.  The graph knows nothing of
// machine code; guidance/recovery builds it, tests build it by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guidance/wanted.hpp"

namespace heddle::guidance {

using NodeId = std::uint32_t;
using FunctionId = std::uint32_t;
using CallSetId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffff;  // no node, no function, no call set

// The operation that a node performs at its end.
enum class Visible : std::uint8_t {
  none,
  access,           // a plain memory access, reported by the instrumentation
  synchronisation,  // an atomic access or a call of an interposed function
};

struct Node {
  std::uint64_t begin = 0;  // addresses relative to the module
  std::uint64_t end = 0;
  FunctionId function = kNone;
  Visible visible = Visible::none;
  Wanted kind = Wanted::other;  // of that operation
  bool returns = false;         // the function may return at the end of this node
  bool external = false;        // calls a function outside the module, which returns
  bool guessed = false;         // `calls` lists candidates of an indirect call
  std::uint64_t touched = 0;    // the address that the operation accesses; 0 when unknown
  // The functions of which one is called at the end of this node; a node without one calls nothing
  // inside the module.  Successors of a calling node are reached after the callee has returned.  A
  // tail call is a calling node that returns.
  CallSetId calls = kNone;
  // The functions that a thread created here may start with.
  CallSetId spawns = kNone;
  // The node that catches or cleans up when the call at the end of this node throws.
  NodeId landing_pad = kNone;
  std::vector<NodeId> successors = {};  // nodes of the same function
};

struct Function {
  std::string name;  // as linked; empty when unknown
  NodeId entry = kNone;
  bool library = false;  // code of the C++ library compiled into the program
};

struct ProgramGraph {
  std::string module;  // path of the program
  std::vector<Function> functions;
  std::vector<Node> nodes;  // sorted by `begin`, disjoint
  // Sets of possible callees.  Shared, because thousands of indirect calls may have the same one.
  std::vector<std::vector<FunctionId>> call_sets;
};

// The node that contains an address, or kNone.
NodeId node_at(const ProgramGraph& graph, std::uint64_t address);

}  // namespace heddle::guidance
