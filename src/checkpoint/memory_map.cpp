#include "checkpoint/memory_map.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <string_view>

#include "runtime/real_functions.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::Region;
using campaign::RegionKind;
using native::raw_syscall;

// Reads one line of /proc/self/maps.
class Line {
 public:
  explicit Line(const char* text) : at_(text) {}

  std::uint64_t number(int base) {
    std::uint64_t value = 0;
    for (;; ++at_) {
      const int digit = *at_ >= '0' && *at_ <= '9'   ? *at_ - '0'
                        : *at_ >= 'a' && *at_ <= 'f' ? *at_ - 'a' + 10
                                                     : base;
      if (digit >= base) return value;
      value = value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
    }
  }
  char letter() { return *at_ == '\0' ? '\0' : *at_++; }
  void skip_blanks() {
    while (*at_ == ' ') ++at_;
  }
  const char* rest() const { return at_; }

 private:
  const char* at_;
};

// Returns a number that changes when the file is replaced or written to.
std::uint64_t stamp_of(const char* path) {
  struct stat facts {};
  if (raw_syscall(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(path),
                  reinterpret_cast<long>(&facts), 0) != 0) {
    return 0;
  }
  std::uint64_t stamp = static_cast<std::uint64_t>(facts.st_size);
  for (const auto part : {facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec}) {
    stamp = (stamp ^ static_cast<std::uint64_t>(part)) * 0x9e37'79b9'7f4a'7c15ULL;
  }
  return stamp;
}

RegionKind kind_of(const Region& region, char sharing, std::string_view name, std::uint64_t own) {
  if (region.start <= own && own < region.end) return RegionKind::own;
  if (name == "[heap]") return RegionKind::heap;
  if (name == "[stack]") return RegionKind::stack;
  if (name.substr(0, 2) == "[v") return RegionKind::kernel;
  if (name.empty() || name.front() == '[') {
    return sharing == 's' ? RegionKind::shared : RegionKind::anonymous;
  }
  // A file that is mapped only to be read is shared by convention.
  const bool is_written = (region.protection & PROT_WRITE) != 0;
  return sharing == 's' && is_written ? RegionKind::shared : RegionKind::file;
}

Region read_line(const char* text, std::uint64_t own) {
  Line line(text);
  Region region;
  region.start = line.number(16);
  line.letter();
  region.end = line.number(16);
  line.letter();
  if (line.letter() == 'r') region.protection |= PROT_READ;
  if (line.letter() == 'w') region.protection |= PROT_WRITE;
  if (line.letter() == 'x') region.protection |= PROT_EXEC;
  const char sharing = line.letter();
  line.letter();
  region.offset = line.number(16);
  line.letter();
  const std::uint64_t major = line.number(16);
  line.letter();
  region.device = (major << 32U) | line.number(16);
  line.letter();
  region.inode = line.number(10);
  line.skip_blanks();
  region.kind = kind_of(region, sharing, line.rest(), own);
  if (region.kind == RegionKind::file) region.stamp = stamp_of(line.rest());
  return region;
}

// Returns the length of the text, or 0.
std::size_t read_text(std::span<char> into) {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/maps"),
                                O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::size_t length = 0;
  long got = 0;
  while (length < into.size()) {
    got = raw_syscall(SYS_read, file, reinterpret_cast<long>(into.data() + length),
                      static_cast<long>(into.size() - length));
    if (got == -EINTR) continue;
    if (got <= 0) break;
    length += static_cast<std::size_t>(got);
  }
  raw_syscall(SYS_close, file);
  return got == 0 ? length : 0;
}

bool is_same_file(const Region& a, const Region& b) {
  return a.kind == b.kind && a.device == b.device && a.inode == b.inode && a.stamp == b.stamp &&
         a.offset - a.start == b.offset - b.start;
}

// Returns whether `map` has the file of `region` at each of its addresses.  Protections change
// during a search, and with them the borders of regions.
bool covers(const MemoryMap& map, const Region& region) {
  std::uint64_t at = region.start;
  for (const Region& other : map) {
    if (other.end <= at) continue;
    if (other.start > at || !is_same_file(other, region)) return false;
    at = other.end;
    if (at >= region.end) return true;
  }
  return false;
}

bool covers_files(const MemoryMap& map, const MemoryMap& of) {
  for (const Region& region : of) {
    const bool is_fixed = region.kind == RegionKind::file || region.kind == RegionKind::kernel;
    if (is_fixed && !covers(map, region)) return false;
  }
  return true;
}

}  // namespace

bool read_memory_map(MemoryMap& into, std::span<char> text, std::uint64_t own) {
  const std::size_t length = read_text(text);
  into.count = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (text[i] != '\n') continue;
    text[i] = '\0';
    if (into.count == MemoryMap::kMost) return false;
    into.regions[into.count++] = read_line(text.data() + begin, own);
    begin = i + 1;
  }
  return into.count > 0;
}

bool has_same_files(const MemoryMap& a, const MemoryMap& b) {
  return covers_files(a, b) && covers_files(b, a);
}

}  // namespace heddle::checkpoint
