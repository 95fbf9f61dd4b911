#include "fleet/channel.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace heddle::fleet {
namespace {

// Far above the numbers that programs use, so that the explored one gets the numbers it would get
// alone.
constexpr int kFirstNumber = 220;

int make_file(const char* name) {
  const int made = ::memfd_create(name, MFD_CLOEXEC);
  if (made < 0) return -1;
  const int moved = ::fcntl(made, F_DUPFD_CLOEXEC, kFirstNumber);
  ::close(made);
  return moved;
}

ChannelMemory* map(int file) {
  void* const memory =
      ::mmap(nullptr, sizeof(ChannelMemory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<ChannelMemory*>(memory);
}

Error no_memory() {
  return {std::string("Cannot allocate the channel to a worker: ") + std::strerror(errno)};
}

}  // namespace

Result<SplitFile> SplitFile::create(std::uint64_t bytes, std::uint32_t workers) {
  SplitFile split;
  split.file_ = make_file("heddle-split");
  split.bytes_ = bytes;
  split.workers_ = workers;
  if (split.file_ < 0 || ::ftruncate(split.file_, static_cast<off_t>(bytes)) != 0) {
    return no_memory();
  }
  return split;
}

SplitFile::SplitFile(SplitFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), bytes_(other.bytes_), workers_(other.workers_) {}

SplitFile::~SplitFile() {
  if (file_ >= 0) ::close(file_);
}

Result<Channel> Channel::create(bool with_replay) {
  Channel channel;
  ChannelFiles& files = channel.files_;
  files.memory = make_file("heddle-channel");
  files.result = make_file("heddle-result");
  files.trace = make_file("heddle-trace");
  if (with_replay) files.replay = make_file("heddle-replay");
  if (files.memory < 0 || files.result < 0 || files.trace < 0 ||
      (with_replay && files.replay < 0)) {
    return no_memory();
  }
  if (::ftruncate(files.memory, sizeof(ChannelMemory)) != 0) return no_memory();
  channel.memory_ = map(files.memory);
  if (channel.memory_ == nullptr) return no_memory();
  channel.memory_->magic = ChannelMemory::kMagic;
  channel.memory_->deadline = ChannelMemory::kNever;
  channel.memory_->campaign_folder = -1;
  return channel;
}

Result<Channel> Channel::open(std::string_view text) {
  Channel channel;
  ChannelFiles& files = channel.files_;
  const std::string copy(text);
  if (std::sscanf(copy.c_str(), "%d,%d,%d,%d,%d", &files.memory, &files.result, &files.trace,
                  &files.replay, &files.split) != 5) {
    return Error{std::string(kVariable) + " was not set by Heddle; unset it."};
  }
  channel.memory_ = map(files.memory);
  if (channel.memory_ == nullptr || channel.memory_->magic != ChannelMemory::kMagic) {
    return Error{"This program was built with another version of Heddle; build it again."};
  }
  return channel;
}

Channel::Channel(Channel&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), files_(std::exchange(other.files_, {})) {}

void Channel::share(const SplitFile& split, std::uint32_t worker) {
  files_.split = split.file();
  memory_->split_worker = worker;
  memory_->split_workers = split.workers();
  memory_->split_bytes = split.bytes();
}

void Channel::join_campaign(int folder, std::uint64_t identity, bool continues) {
  memory_->campaign_folder = folder;
  memory_->campaign_identity = identity;
  memory_->campaign_continues = continues;
}

Channel::~Channel() {
  if (memory_ != nullptr) ::munmap(memory_, sizeof(ChannelMemory));
  for (const int file : {files_.memory, files_.result, files_.trace, files_.replay}) {
    if (file >= 0) ::close(file);
  }
}

void Channel::keep_over_exec() const {
  for (const int file : {files_.memory, files_.result, files_.trace, files_.replay, files_.split,
                         memory_->campaign_folder}) {
    if (file >= 0) ::fcntl(file, F_SETFD, 0);
  }
}

std::string Channel::text() const {
  return std::to_string(files_.memory) + "," + std::to_string(files_.result) + "," +
         std::to_string(files_.trace) + "," + std::to_string(files_.replay) + "," +
         std::to_string(files_.split);
}

std::string read_all(int descriptor) {
  std::string text;
  char buffer[65536];
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(descriptor, buffer, sizeof buffer, at);
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
    at += got;
  }
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace heddle::fleet
