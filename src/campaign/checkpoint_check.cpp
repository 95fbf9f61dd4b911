#include "campaign/checkpoint_check.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <vector>

#include "campaign/checkpoint_format.hpp"
#include "core/xxh3.hpp"

namespace heddle::campaign {
namespace {

constexpr std::size_t kPart = std::size_t{1} << 20;

// Reads exactly so many bytes.
bool read_at(int file, std::uint64_t offset, void* into, std::size_t bytes) {
  auto* at = static_cast<char*>(into);
  while (bytes > 0) {
    const ssize_t got = ::pread(file, at, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

// Returns whether only zeros lie between the header and the body, where the writer leaves a hole.
bool has_empty_gap(int file) {
  std::array<char, kCheckpointBody - sizeof(CheckpointHeader)> gap;
  return read_at(file, sizeof(CheckpointHeader), gap.data(), gap.size()) &&
         std::all_of(gap.begin(), gap.end(), [](char byte) { return byte == 0; });
}

struct FreeState {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

std::optional<std::uint64_t> hash_of_body(int file, std::uint64_t length) {
  const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
  XXH3_64bits_reset(state.get());
  std::vector<std::byte> part(kPart);
  for (std::uint64_t at = kCheckpointBody; at < length;) {
    const std::size_t bytes = static_cast<std::size_t>(std::min<std::uint64_t>(kPart, length - at));
    if (!read_at(file, at, part.data(), bytes)) return std::nullopt;
    XXH3_64bits_update(state.get(), part.data(), bytes);
    at += bytes;
  }
  return XXH3_64bits_digest(state.get());
}

}  // namespace

std::optional<CheckpointFacts> check_checkpoint(int file, std::uint64_t campaign) {
  struct stat facts {};
  CheckpointHeader header;
  if (::fstat(file, &facts) != 0 || !read_at(file, 0, &header, sizeof header)) return std::nullopt;
  const std::uint64_t hash = header.header_hash;
  header.header_hash = 0;
  if (header.magic != CheckpointHeader::kMagic || XXH3_64bits(&header, sizeof header) != hash) {
    return std::nullopt;
  }
  if (header.campaign != campaign || header.length < kCheckpointBody ||
      static_cast<std::uint64_t>(facts.st_size) != header.length || !has_empty_gap(file) ||
      hash_of_body(file, header.length) != header.body_hash) {
    return std::nullopt;
  }
  return CheckpointFacts{header.number, header.length};
}

}  // namespace heddle::campaign
