// The possible targets of indirect calls and of created threads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "guidance/recovery/function_list.hpp"

namespace heddle::guidance {

class Callees {
 public:
  Callees(const ElfImage& image, const FunctionList& list);

  // Notes the addresses that a function takes.
  void add_references(FunctionId function, const std::vector<std::uint64_t>& references);
  // Notes a direct call.
  void add_call(FunctionId caller, FunctionId callee) { calls_[caller].insert(callee); }

  // Functions in a slot of any virtual table.
  std::vector<FunctionId> in_slot(std::uint64_t slot) const;

  // Functions whose address is taken, outside virtual tables.
  std::vector<FunctionId> by_pointer() const;

  // Functions whose address `caller` takes; all whose address is taken when it takes none.
  std::vector<FunctionId> passed_by(FunctionId caller) const;

  // The functions that a std::thread started in `caller` may run.
  std::vector<FunctionId> thread_runs(FunctionId caller) const;

 private:
  using Functions = std::set<FunctionId>;

  void read_table(const ElfImage& image, const Symbol& table);
  void read_data(const ElfImage& image, const Section& section);
  void find_states(FunctionId caller, int depth, Functions& found) const;

  const FunctionList& list_;
  std::map<std::uint64_t, Functions> slots_;
  std::map<std::uint64_t, Piece> tables_;              // virtual tables, by begin
  std::map<std::uint64_t, FunctionId> thread_states_;  // begin of the table to _M_run
  Functions taken_;
  std::map<FunctionId, Functions> taken_by_;
  std::map<FunctionId, Functions> states_of_;
  std::map<FunctionId, Functions> calls_;
};

}  // namespace heddle::guidance
