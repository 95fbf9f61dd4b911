#include "checkpoint/writer.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "checkpoint/kernel_facts.hpp"
#include "checkpoint/page_runs.hpp"
#include "checkpoint/workspace.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::CheckpointHeader;
using campaign::PageRun;
using campaign::Region;
using native::raw_syscall;

// Appends to the file and hashes what it appends.
class Body {
 public:
  explicit Body(const WriteOrder& order) : order_(order) { XXH3_64bits_reset(&workspace().hash); }

  bool add(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const std::byte*>(data);
    while (bytes > 0) {
      // A copy: the kernel writes to some pages of the process at any time, and the hash must be
      // that of the bytes in the file.
      Workspace& own = workspace();
      const std::size_t part = bytes < Workspace::kBuffer ? bytes : Workspace::kBuffer;
      std::memcpy(own.buffer, at, part);
      XXH3_64bits_update(&own.hash, own.buffer, part);
      if (!write_part(part)) return false;
      at += part;
      bytes -= part;
      order_.pulse->fetch_add(1, std::memory_order_relaxed);
    }
    return true;
  }

  std::uint64_t written() const { return written_; }

 private:
  bool write_part(std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
      const long put =
          raw_syscall(SYS_pwrite64, order_.file, reinterpret_cast<long>(workspace().buffer + done),
                      static_cast<long>(bytes - done),
                      static_cast<long>(campaign::kCheckpointBody + written_ + done));
      if (put == -EINTR) continue;
      if (put <= 0) return false;
      done += static_cast<std::size_t>(put);
    }
    written_ += bytes;
    return true;
  }

  const WriteOrder& order_;
  std::uint64_t written_ = 0;
};

// Makes the pages of a region readable for its lifetime.
class Readable {
 public:
  explicit Readable(const Region& region) : region_(region) {
    if (!is_readable()) protect(PROT_READ);
  }
  ~Readable() {
    if (!is_readable()) protect(static_cast<int>(region_.protection));
  }
  Readable(const Readable&) = delete;
  Readable& operator=(const Readable&) = delete;

 private:
  bool is_readable() const { return (region_.protection & PROT_READ) != 0; }
  void protect(int protection) const {
    raw_syscall(SYS_mprotect, static_cast<long>(region_.start),
                static_cast<long>(region_.end - region_.start), protection);
  }

  const Region& region_;
};

// Writes all runs.  A run may extend over several regions.
bool write_pages(Body& body, const MemoryMap& map, const RunList& list) {
  const Region* region = map.begin();
  for (std::uint64_t i = 0; i < list.count; ++i) {
    const PageRun& run = list.runs[i];
    const std::uint64_t end = run.address + run.pages * kPage;
    for (std::uint64_t at = run.address; at < end;) {
      while (region->end <= at) ++region;
      const std::uint64_t part_end = region->end < end ? region->end : end;
      const Readable readable(*region);
      if (!body.add(reinterpret_cast<const void*>(at), part_end - at)) return false;
      at = part_end;
    }
  }
  return true;
}

bool write_header(const WriteOrder& order, CheckpointHeader& header) {
  header.header_hash = 0;
  header.header_hash = XXH3_64bits(&header, sizeof header);
  return raw_syscall(SYS_pwrite64, order.file, reinterpret_cast<long>(&header), sizeof header, 0) ==
         static_cast<long>(sizeof header);
}

}  // namespace

bool write_process(const WriteOrder& order) {
  Workspace& own = workspace();
  CheckpointHeader& header = own.header;
  if (!find_runs(own.present, own.runs)) return false;
  read_kernel_facts(header);
  header.magic = CheckpointHeader::kMagic;
  header.page = kPage;
  header.regions = own.present.count;
  header.runs = own.runs.count;
  header.pages = own.runs.pages;
  Body body(order);
  if (!body.add(own.present.regions, own.present.count * sizeof(Region)) ||
      !body.add(own.runs.runs, own.runs.count * sizeof(PageRun)) ||
      !write_pages(body, own.present, own.runs)) {
    return false;
  }
  header.length = campaign::kCheckpointBody + body.written();
  header.body_hash = XXH3_64bits_digest(&own.hash);
  return write_header(order, header);
}

}  // namespace heddle::checkpoint
