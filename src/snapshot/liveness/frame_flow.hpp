// The control flow of a function with the uses that it makes of its frame, and the liveness of the
// frame's bytes.  A byte holds a dead value if the function writes it before reading it on every
// path.
//
// Offsets count from the end of the frame: the stack pointer before the call of the function.  The
// analysis follows the machine code from the function's entry, with the values of the stack pointer
// and of the frame pointer.  Landing pads are successors of calls.
//
// Other code can read a byte only by an address that the function has formed in another register,
// or as an argument that is passed on the stack.
//
// - If a function forms addresses, its objects have to be known: bytes that are reachable from an
//   address are not dead, see exposed_bytes.hpp.
// - The instrumentation is given addresses, too.  An address that goes nowhere else exposes
// nothing,
//   also if the function keeps it in a slot for several calls.
// - Arguments lie at the bottom of the frame, and the function stores them, but does not load them
//   again.  So nothing that it stores below the lowest byte that it loads is dead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "snapshot/liveness/exposed_bytes.hpp"
#include "snapshot/liveness/frame_use.hpp"
#include "snapshot/liveness/function_part.hpp"
#include "snapshot/liveness/local_objects.hpp"

namespace heddle::native {

class FrameFlow {
 public:
  // Analyses a function.  Nothing when its code cannot be followed.  REQUIRES: called by the
  // engine.
  static std::optional<FrameFlow> of(const FunctionPart& function, LocalObjectTable& objects);

  // Returns the stack pointer when a call returns to `after`.  Nothing when no call does.
  std::optional<std::int64_t> stack_pointer_at(std::uintptr_t after) const;

  // Returns the offset of the return address; nothing when it is not in one known place.
  std::optional<std::int64_t> return_slot() const { return return_slot_; }

  // The places where the function keeps registers of its caller, and nothing else, by the
  // registers' numbers of the debug format.
  const std::map<int, std::int64_t>& kept_registers() const { return kept_; }

  // Returns the dead bytes while a call that returns to `after` is under way.
  std::vector<ByteRange> dead_at(std::uintptr_t after) const;

 private:
  enum class Pointer : std::uint8_t { other, frame, mixed };
  // The registers before an instruction.
  struct Registers {
    std::int64_t stack_pointer = 0;
    std::int64_t frame_pointer = 0;
    Pointer frame_is = Pointer::other;
    bool has_called = false;  // on every path from the entry
  };
  struct Place {
    std::uintptr_t address = 0;
    std::uintptr_t previous = 0;  // the instruction that goes on with this one
    Registers before;
    FrameUse use;
    std::vector<std::size_t> next;
    bool is_pending = true;
  };
  using Bytes = std::vector<std::uint64_t>;  // one bit each

  bool follow(const FunctionPart& function);
  bool visit(std::size_t number);
  bool visit_table(std::size_t number, const Registers& registers);
  bool visit_call(std::size_t number, const Registers& after);
  bool link(std::size_t from, std::uintptr_t to, const Registers& registers);
  std::optional<std::size_t> enter(std::uintptr_t address, const Registers& registers);
  bool step(const FrameUse& use, Registers& registers);
  static std::optional<std::int64_t> resolve(const FrameAddress& address,
                                             const Registers& registers);
  bool is_announced(const Place& place) const;
  void find_announced_slots();
  bool follow_argument(const Place& place, std::set<std::int64_t>& slots) const;
  bool note_accesses();
  void find_near(const Place& place, std::int64_t formed);
  void find_exposed(const std::optional<LocalObjects>& objects);
  std::optional<std::int64_t> base_of(const LocalObjects& objects) const;
  void find_kept_registers();
  void find_live();

  std::unordered_map<std::uintptr_t, std::size_t> numbers_;
  std::vector<Place> places_;
  std::vector<std::size_t> pending_;
  std::optional<FunctionPart> part_;
  std::unordered_map<std::uintptr_t, std::size_t> calls_;  // by return address

  bool is_all_live_ = false;                // the frame is used in a way that is not understood
  std::set<std::int64_t> announced_slots_;  // what they hold goes to the instrumentation alone
  std::vector<std::int64_t> announced_;     // addresses that go to the instrumentation alone
  std::vector<std::int64_t> formed_;        // other addresses
  std::vector<std::int64_t> early_;         // those formed before the first call
  std::vector<ByteRange> exposed_;          // reachable from them
  std::vector<ByteRange> near_;             // from such an address to an access by it
  std::optional<std::int64_t> return_slot_;
  std::int64_t lowest_ = 0;  // offset of the lowest byte that is used
  std::int64_t lowest_loaded_ = 0;
  std::vector<ByteRange> written_;
  std::vector<ByteRange> saved_;  // where preserved registers are stored
  std::map<int, std::int64_t> kept_;
  std::vector<Bytes> live_;  // by place; empty when there are no dead bytes
};

}  // namespace heddle::native
