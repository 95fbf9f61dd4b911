#include "search/strategy/spill.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace heddle::search {
namespace {

// A file without a name; -1: there is no room.
int open_nameless(const std::string& folder) {
  std::string name = folder + "/heddle-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::optional<Spill> Spill::write(const std::string& folder,
                                  std::span<const std::uint32_t> numbers) {
  const int file = open_nameless(folder);
  if (file < 0) return std::nullopt;
  void* memory = MAP_FAILED;
  const std::span<const std::byte> bytes = std::as_bytes(numbers);
  if (write_all(file, bytes)) {
    memory = ::mmap(nullptr, bytes.size(), PROT_READ, MAP_PRIVATE, file, 0);
  }
  ::close(file);
  if (memory == MAP_FAILED) return std::nullopt;
  return Spill(memory, bytes.size());
}

Spill::Spill(Spill&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

Spill& Spill::operator=(Spill&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Spill::~Spill() {
  if (memory_ != nullptr) ::munmap(memory_, bytes_);
}

std::span<const std::uint32_t> Spill::numbers() const {
  return {static_cast<const std::uint32_t*>(memory_), bytes_ / sizeof(std::uint32_t)};
}

std::string temporary_folder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

}  // namespace heddle::search
