// The data by which a guided search ranks threads: flat tables, made by the command and loaded by
// the explored process.
//
// Addresses on a stack are return addresses: of the call that performs the pending operation, then
// of the calls of the frames further out.  Lookups allocate nothing and take no lock, so several
// threads may share a guide that no thread changes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "guidance/cost.hpp"
#include "guidance/wanted.hpp"

namespace heddle::guidance {

struct CodeRange {
  std::uint32_t module = 0;  // index into Guide::modules()
  std::uint64_t begin = 0;   // relative to the module
  std::uint64_t end = 0;

  friend bool operator==(const CodeRange&, const CodeRange&) = default;
};

struct Location {
  std::string text;  // as the user wrote it
  Wanted wanted = Wanted::any;
  // Operations of callees count: for functions, and for lines that perform no operation themselves.
  bool with_callees = false;
  std::vector<CodeRange> code = {};                  // inlined copies included
  std::optional<CodeRange> variable = std::nullopt;  // the operation must touch this memory

  friend bool operator==(const Location&, const Location&) = default;
};

// A range of code that extends to the next one.
struct GuideNode {
  std::uint32_t begin = 0;  // relative to the module
  Cost to_exit = kUnreachable;
  std::uint32_t resume = 0xffffffff;       // the node after a call at the end of this one, or none
  std::uint32_t landing_pad = 0xffffffff;  // the node after an exception from that call, or none
  enum Kind : std::uint32_t { user = 0, library = 1, gap = 2 } kind = user;

  friend bool operator==(const GuideNode&, const GuideNode&) = default;
};

struct GuideModule {
  std::string name;  // path of the ELF file
  std::string build_id;
  std::vector<GuideNode> nodes;          // sorted by `begin`; the last one is a gap
  std::vector<std::vector<Cost>> costs;  // for each location, for each node

  friend bool operator==(const GuideModule&, const GuideModule&) = default;
};

// The memory that an operation touches; empty when it touches none.
struct Touched {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

class Guide {
 public:
  // REQUIRES: every index is in range, nodes are sorted, each module has costs for each location
  // and ends with a gap.
  Guide(std::vector<Location> locations, std::vector<GuideModule> modules, Weights weights = {});

  std::string encode() const;
  // Refuses everything that `encode` does not write.
  static Result<Guide> decode(std::string_view text);

  const std::vector<Location>& locations() const { return locations_; }
  const std::vector<GuideModule>& modules() const { return modules_; }
  const Weights& weights() const { return weights_; }

  // Where a module lies in memory: its addresses plus `base`.  Until then the base is 0.
  void place(std::size_t module, std::uintptr_t base);

  // The distance from a stack to location k, or kUnreachable; 0 inside the C++ library when a call
  // at the location led there.  Frames in unknown code cost as much as an external call.
  // REQUIRES: k < locations().size().
  Cost distance(std::size_t k, std::span<const std::uintptr_t> stack) const;

  // The distance of a thread that has not yet entered its first function.
  Cost distance_from_entry(std::size_t k, std::uintptr_t entry) const;

  // Whether a pending operation reaches location k: its call, or that of the innermost frame
  // outside the C++ library, is at the location.
  bool matches(std::size_t k, Wanted operation, Touched touched,
               std::span<const std::uintptr_t> stack) const;

  friend bool operator==(const Guide& left, const Guide& right);

 private:
  struct Place {
    std::uint32_t module;
    std::uint32_t node;
  };
  // Finds the node of an address in a few steps: the nodes at multiples of 2^shift bytes.
  struct Index {
    std::uintptr_t base = 0;
    std::uint32_t first = 0;  // the first address with a node
    std::uint32_t last = 0;   // one after the last address with a node: the begin of the last gap
    unsigned shift = 0;
    std::vector<std::uint32_t> buckets;
  };

  void index(std::size_t module);
  bool find(std::uintptr_t address, Place& place) const;
  bool at(const Location& location, std::uintptr_t call) const;
  // Whether a stack is at a location, whatever its operation is.
  bool stands_at(const Location& location, std::span<const std::uintptr_t> stack) const;

  std::vector<Location> locations_;
  std::vector<GuideModule> modules_;
  std::vector<Index> index_;
  Weights weights_;
};

}  // namespace heddle::guidance
