#include "guidance/recovery/recover.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "guidance/recovery/callees.hpp"
#include "guidance/recovery/function_code.hpp"
#include "guidance/recovery/function_list.hpp"
#include "guidance/recovery/library_functions.hpp"

namespace heddle::guidance {
namespace {

class Recovery {
 public:
  explicit Recovery(const ElfImage& image)
      : unwind_(read_unwind_table(image)),
        list_(image, unwind_),
        reader_(image, unwind_),
        callees_(image, list_) {
    graph_.module = image.path();
  }

  ProgramGraph recover() {
    read_functions();
    make_nodes();
    connect_nodes();
    assume_threads();
    return std::move(graph_);
  }

 private:
  void read_functions() {
    for (FunctionId id = 0; id < list_.functions().size(); ++id) {
      FunctionCode code = reader_.read(list_.functions()[id].pieces);
      callees_.add_references(id, code.references);
      for (Block& block : code.blocks) {
        resolve_stub(block.callee);
        if (block.callee.kind == Callee::Kind::address) {
          callees_.add_call(id, list_.containing(block.callee.address));
        }
        blocks_.emplace_back(id, std::move(block));
      }
    }
    std::sort(blocks_.begin(), blocks_.end(), [](const auto& left, const auto& right) {
      return left.second.begin < right.second.begin;
    });
  }

  // Turns the address of a stub into the function behind it.
  void resolve_stub(Callee& callee) {
    if (callee.kind != Callee::Kind::address) return;
    if (list_.containing(callee.address) != kNone) return;
    const auto [known, added] = stubs_.try_emplace(callee.address);
    if (added) known->second = reader_.stub_target(callee.address);
    callee = known->second;
  }

  void make_nodes() {
    for (const ListedFunction& function : list_.functions()) {
      graph_.functions.push_back({function.name, kNone, is_library_name(function.name)});
    }
    graph_.nodes.resize(blocks_.size());
    for (NodeId id = 0; id < blocks_.size(); ++id) {
      const auto& [function, block] = blocks_[id];
      Node& node = graph_.nodes[id];
      node.begin = block.begin;
      node.end = block.end;
      node.function = function;
      node.returns = block.returns;
      nodes_.emplace(block.begin, id);
      if (block.begin == list_.functions()[function].entry) graph_.functions[function].entry = id;
    }
  }

  void connect_nodes() {
    for (NodeId id = 0; id < blocks_.size(); ++id) {
      const Block& block = blocks_[id].second;
      Node& node = graph_.nodes[id];
      for (const std::uint64_t address : block.successors) {
        const auto next = nodes_.find(address);
        if (next != nodes_.end()) node.successors.push_back(next->second);
      }
      if (const auto pad = nodes_.find(block.landing_pad); pad != nodes_.end()) {
        node.landing_pad = pad->second;
      }
      connect_call(node, block.callee);
      if (node.visible != Visible::none) node.touched = block.argument;
    }
  }

  void connect_call(Node& node, const Callee& callee) {
    std::vector<FunctionId> targets;
    switch (callee.kind) {
      case Callee::Kind::none:
        return;
      case Callee::Kind::foreign:
        connect_foreign(node, callee.symbol);
        return;
      case Callee::Kind::address:
        targets.push_back(list_.containing(callee.address));
        break;
      case Callee::Kind::virtual_function:
        targets = callees_.in_slot(callee.address);
        node.guessed = targets.size() > 1;
        if (!targets.empty()) break;
        [[fallthrough]];
      case Callee::Kind::pointer:
        targets = callees_.by_pointer();
        node.guessed = true;
        break;
    }
    node.calls = set_of(std::move(targets));
    node.external = node.calls == kNone;
  }

  void connect_foreign(Node& node, const std::string& symbol) {
    const LibraryFunction known = library_function(symbol);
    node.external = true;
    node.visible = known.visible;
    node.kind = known.kind;
    if (!known.returns) {
      node.successors.clear();
      node.returns = false;
    }
    if (known.spawns) {
      const bool standard = symbol.starts_with("_ZNSt6thread");
      node.spawns = set_of(standard ? callees_.thread_runs(node.function)
                                    : callees_.passed_by(node.function));
    }
    if (known.calls_back) {
      node.calls = set_of(callees_.passed_by(node.function));
      node.guessed = node.calls != kNone;
    }
  }

  // Unoptimised code of <bits/gthr-default.h> asks __gthread_active_p whether there are threads,
  // and locks nothing otherwise.  There are: removes the edges around the operation.
  void assume_threads() {
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      Node& node = graph_.nodes[id];
      const std::string& name = graph_.functions[node.function].name;
      if (node.successors.size() != 2 || name.find("__gthread_") == std::string::npos) continue;
      const bool first = leads_to_operation(node.successors[0]);
      const bool second = leads_to_operation(node.successors[1]);
      if (first != second) node.successors.erase(node.successors.begin() + (first ? 1 : 0));
    }
  }

  bool leads_to_operation(NodeId start) const {
    std::set<NodeId> reached{start};
    std::vector<NodeId> open{start};
    while (!open.empty()) {
      const Node& node = graph_.nodes[open.back()];
      open.pop_back();
      if (node.visible != Visible::none) return true;
      for (const NodeId next : node.successors) {
        if (reached.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  // kNone for an empty set.
  CallSetId set_of(std::vector<FunctionId> functions) {
    functions.erase(std::remove_if(functions.begin(), functions.end(),
                                   [&](FunctionId id) {
                                     return id == kNone || graph_.functions[id].entry == kNone;
                                   }),
                    functions.end());
    if (functions.empty()) return kNone;
    const auto [known, added] =
        sets_.try_emplace(functions, static_cast<CallSetId>(graph_.call_sets.size()));
    if (added) graph_.call_sets.push_back(std::move(functions));
    return known->second;
  }

  const UnwindTable unwind_;
  const FunctionList list_;
  FunctionReader reader_;
  Callees callees_;
  std::vector<std::pair<FunctionId, Block>> blocks_;
  std::unordered_map<std::uint64_t, Callee> stubs_;
  std::unordered_map<std::uint64_t, NodeId> nodes_;
  std::map<std::vector<FunctionId>, CallSetId> sets_;
  ProgramGraph graph_;
};

}  // namespace

ProgramGraph recover_graph(const ElfImage& image) { return Recovery(image).recover(); }

}  // namespace heddle::guidance
