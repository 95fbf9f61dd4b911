#include "runtime/spin_probe.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/engine_thread.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/protect_memory.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::uintptr_t kPageBytes = 4096;
constexpr unsigned kLooks = 3;
constexpr std::uint64_t kShortest = 1'000'000;  // nanoseconds of computing
constexpr std::size_t kFrames = 32;

// Memory that the probe has taken.
struct Taken {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  int protection = 0;

  bool contains(std::uintptr_t address) const { return address >= begin && address < end; }
  void give_back() {
    if (protection != 0) protect_memory(begin, end - begin, protection);
    protection = 0;
  }
};

}  // namespace

struct SpinProbe {
  std::vector<Taken> taken;
  bool is_active = false;
  unsigned looks = 0;
  std::uint64_t begin = 0;
  std::vector<std::vector<Site>> found;
};

namespace {

SpinProbe& probe() { return allocated_part(runtime().spin_probe); }

std::uint64_t computing_time() {
  timespec time{};
  raw_syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, reinterpret_cast<long>(&time));
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

std::string text_of_maps() {
  std::string text;
  std::array<char, 4096> part;
  const long file = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/maps"),
                                O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  for (;;) {
    const long got = raw_syscall(SYS_read, file, reinterpret_cast<long>(part.data()),
                                 static_cast<long>(part.size()));
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  raw_syscall(SYS_close, file);
  return text;
}

// The pages that threads share, in any order.
std::vector<MemoryRegion> shared_pages() {
  const std::uintptr_t own = kStackBase + index(world().current) * kStackStride;
  std::vector<MemoryRegion> pages{{kStackBase, own}, {own + kStackStride, kHeapEnd}};
  for (const MemoryRegion& region : program_data()) {
    pages.push_back(
        {region.begin & ~(kPageBytes - 1), (region.end + kPageBytes - 1) & ~(kPageBytes - 1)});
  }
  return pages;
}

// Takes the parts of a mapping that lie in the pages.
void take_from(const Taken& mapping, const std::vector<MemoryRegion>& pages) {
  for (const MemoryRegion& region : pages) {
    Taken part = mapping;
    part.begin = std::max(mapping.begin, region.begin);
    part.end = std::min(mapping.end, region.end);
    if (part.begin >= part.end) continue;
    if (protect_memory(part.begin, part.end - part.begin, PROT_NONE)) {
      probe().taken.push_back(part);
    }
  }
}

// The line of a mapping: "begin-end rwxp ...".
Taken mapping_of(const char* line) {
  char* at = nullptr;
  Taken mapping;
  mapping.begin = std::strtoull(line, &at, 16);
  mapping.end = std::strtoull(at + 1, &at, 16);
  if (at[1] == 'r') mapping.protection |= PROT_READ;
  if (at[2] == 'w') mapping.protection |= PROT_WRITE;
  if (at[3] == 'x') mapping.protection |= PROT_EXEC;
  return mapping;
}

// Returns whether the memory holds an address of code, as the tables of the linker do.
bool holds_code(std::uintptr_t address) {
  std::uintptr_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address & ~(sizeof word - 1)), sizeof word);
  const std::vector<LoadedModule> modules = loaded_modules();
  return is_ours(Site{word}) ||
         std::any_of(modules.begin(), modules.end(), [word](const LoadedModule& module) {
           return word >= module.begin && word < module.end;
         });
}

}  // namespace

void begin_spin_probe() {
  const EngineThread engine;
  SpinProbe& probe = native::probe();
  probe.looks = 0;
  probe.taken.clear();
  probe.taken.reserve(256);
  const std::vector<MemoryRegion> pages = shared_pages();
  const std::string maps = text_of_maps();
  probe.begin = computing_time();
  probe.is_active = true;
  for (std::size_t at = 0; at < maps.size();) {
    const Taken mapping = mapping_of(maps.c_str() + at);
    if ((mapping.protection & PROT_READ) != 0) take_from(mapping, pages);
    const std::size_t end = maps.find('\n', at);
    at = end == std::string::npos ? maps.size() : end + 1;
  }
}

bool is_probing() { return runtime().spin_probe != nullptr && probe().is_active; }

bool probe_has_waited() {
  return ++probe().looks >= kLooks && computing_time() - probe().begin >= kShortest;
}

void end_spin_probe() {
  if (!is_probing()) return;
  for (Taken& part : probe().taken) part.give_back();
  probe().is_active = false;
}

ProbedFault probed_fault(std::uintptr_t address, Site instruction) {
  if (!is_probing()) return ProbedFault::none;
  std::vector<Taken>& taken = probe().taken;
  const auto part = std::find_if(taken.begin(), taken.end(), [address](const Taken& one) {
    return one.contains(address) && one.protection != 0;
  });
  if (part == taken.end()) return ProbedFault::none;
  part->give_back();
  const EngineThread engine;
  if (is_ours(instruction) || holds_code(address)) return ProbedFault::harmless;
  end_spin_probe();
  return ProbedFault::found;
}

void note_unseen_spin(Site instruction) {
  const EngineThread engine;
  std::array<Site, kFrames> frames;
  const auto count = static_cast<std::ptrdiff_t>(capture_stack_from(instruction, frames));
  std::vector<std::vector<Site>>& found = probe().found;
  const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& stack) {
    return stack.front() == frames.front();
  });
  if (!is_known) found.emplace_back(frames.begin(), frames.begin() + count);
}

const std::vector<std::vector<Site>>& unseen_spins() { return probe().found; }

}  // namespace heddle::native
