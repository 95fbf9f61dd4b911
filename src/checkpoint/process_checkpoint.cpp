#include "checkpoint/process_checkpoint.hpp"

#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>

#include "checkpoint/kernel_facts.hpp"
#include "checkpoint/page_runs.hpp"
#include "checkpoint/restorer.hpp"
#include "checkpoint/workspace.hpp"
#include "checkpoint/writer.hpp"
#include "runtime/fiber/thread_pointer.hpp"
#include "runtime/memory_layout.hpp"

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace heddle::checkpoint {
namespace {

namespace ctx = boost::context::detail;

std::span<char> text_buffer() {
  return {reinterpret_cast<char*>(workspace().buffer), Workspace::kBuffer};
}

bool read_present_map() {
  return read_memory_map(workspace().present, text_buffer(), kWorkspaceBase);
}

bool has_foreign_shared_memory(const MemoryMap& map, std::uint64_t channel) {
  std::uint64_t shared = 0;
  bool has_channel = false;
  for (const campaign::Region& region : map) {
    if (region.kind != campaign::RegionKind::shared) continue;
    ++shared;
    has_channel |= region.start <= channel && channel < region.end;
  }
  return shared != 1 || !has_channel;
}

// Return addresses on stacks are signed with keys of the process.
bool signs_return_addresses() {
#if defined(__aarch64__) && defined(__ARM_FEATURE_PAC_DEFAULT)
  return (::getauxval(AT_HWCAP) & HWCAP_PACA) != 0;
#else
  return false;
#endif
}

// Runs on the stack of the workspace: everything else stands still.
void write_entry(ctx::transfer_t caller) {
  const WriteOrder& order = *static_cast<const WriteOrder*>(caller.data);
  workspace().header.context = reinterpret_cast<std::uint64_t>(caller.fctx);
  const bool is_written = read_present_map() && write_process(order);
  const auto result = is_written ? Continuation::saved : Continuation::failed;
  ctx::jump_fcontext(caller.fctx, reinterpret_cast<void*>(static_cast<std::uintptr_t>(result)));
}

void restore_entry(ctx::transfer_t caller) {
  const RestoreOrder order = *static_cast<const RestoreOrder*>(caller.data);
  replace_memory(order);
  const campaign::CheckpointHeader& header = workspace().header;
  native::set_thread_pointer(reinterpret_cast<void*>(header.thread_pointer));
  set_signals(header);
  const auto result = static_cast<std::uintptr_t>(Continuation::resumed);
  ctx::jump_fcontext(reinterpret_cast<ctx::fcontext_t>(header.context),
                     reinterpret_cast<void*>(result));
}

ctx::fcontext_t on_own_stack(void (*entry)(ctx::transfer_t)) {
  Workspace& own = workspace();
  return ctx::make_fcontext(own.stack + Workspace::kStack, Workspace::kStack, entry);
}

}  // namespace

std::string ProcessCheckpoint::prepare() {
  const int personality = ::personality(0xffffffff);
  if (personality < 0 || (personality & ADDR_NO_RANDOMIZE) == 0) {
    return "--campaign needs a memory layout that is not randomized, which this system forbids; "
           "allow the system call personality.";
  }
  if (::sysconf(_SC_PAGESIZE) != static_cast<long>(kPage)) {
    return "--campaign needs memory pages of 4 KiB; leave it out on this machine.";
  }
  if (signs_return_addresses()) {
    return "--campaign cannot save processes whose return addresses are signed; build Heddle "
           "without -mbranch-protection.";
  }
  native::map_fixed(kWorkspaceBase, sizeof(Workspace), PROT_READ | PROT_WRITE);
  Workspace& own = workspace();
  own.header.channel = channel_;
  if (!read_present_map() || !read_descriptors(own.header)) {
    return "--campaign cannot read the memory map of the program; check that /proc is mounted.";
  }
  if (!PageTable().is_open()) {
    return "--campaign cannot read /proc/self/pagemap; allow it, or leave out --campaign.";
  }
  if (has_foreign_shared_memory(own.present, reinterpret_cast<std::uint64_t>(&pulse_))) {
    return "--campaign cannot save a program that shares memory with other processes; leave out "
           "--campaign.";
  }
  own.initial = own.present;
  return "";
}

bool ProcessCheckpoint::is_ready() const {
  Workspace& own = workspace();
  campaign::CheckpointHeader now;
  return read_present_map() && read_descriptors(now) && has_same_descriptors(own.header, now) &&
         has_same_files(own.initial, own.present) &&
         !has_foreign_shared_memory(own.present, reinterpret_cast<std::uint64_t>(&pulse_));
}

Continuation ProcessCheckpoint::save(int file, std::uint64_t campaign, std::uint64_t number) {
  campaign::CheckpointHeader& header = workspace().header;
  header.campaign = campaign;
  header.number = number;
  header.thread_pointer = reinterpret_cast<std::uint64_t>(native::thread_pointer());
  const WriteOrder order{file, &pulse_};
  const ctx::transfer_t back =
      ctx::jump_fcontext(on_own_stack(write_entry), const_cast<WriteOrder*>(&order));
  return static_cast<Continuation>(reinterpret_cast<std::uintptr_t>(back.data));
}

std::string ProcessCheckpoint::restore(int file) {
  RestoreOrder order{file, channel_, &pulse_};
  if (std::string sentence = load_lists(order); !sentence.empty()) return sentence;
  ctx::jump_fcontext(on_own_stack(restore_entry), &order);
  __builtin_unreachable();
}

}  // namespace heddle::checkpoint
