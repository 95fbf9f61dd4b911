#include "worker/campaign_session.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "campaign/file_names.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/kernel_state.hpp"
#include "worker/publication.hpp"

namespace heddle::worker {
namespace {

using checkpoint::Continuation;

// Checkpoints take at most this share of the time.
constexpr int kMostShare = 20;

// Describes why no further checkpoint can be written.
constexpr char kUsesFiles[] =
    "--campaign cannot save a program that changes files: another process could not undo the "
    "changes; leave out --campaign.";

std::size_t used_bytes(const fleet::ChannelMemory& memory) {
  const std::size_t decisions =
      std::min<std::size_t>(memory.length.load(), fleet::ChannelMemory::kDecisions);
  return offsetof(fleet::ChannelMemory, decisions) + decisions * sizeof(Decision);
}

}  // namespace

std::unique_ptr<CampaignSession> CampaignSession::join(fleet::Channel& channel,
                                                       const config::RunOptions& options) {
  if (channel.memory().campaign_folder < 0) return nullptr;
  return std::unique_ptr<CampaignSession>(new CampaignSession(channel, options));
}

CampaignSession::CampaignSession(fleet::Channel& channel, const config::RunOptions& options)
    : channel_(channel),
      process_(channel.files().memory, channel.memory().heartbeat),
      interval_(options.save_interval.value_or(config::kSaveInterval)),
      is_adaptive_(!options.save_interval) {}

std::string CampaignSession::begin() {
  if (std::string sentence = process_.prepare(); !sentence.empty()) return sentence;
  if (native::files_were_held()) return kUsesFiles;
  native::restore_kernel_state();
  const fleet::ChannelMemory& memory = channel_.memory();
  if (memory.campaign_continues) {
    const int file =
        ::openat(memory.campaign_folder, campaign::kCheckpointName, O_RDONLY | O_CLOEXEC);
    if (file < 0) return "The checkpoint of the campaign cannot be read; begin another campaign.";
    // Below the descriptors that are compared there is none for it: it is closed by its number.
    return process_.restore(file);
  }
  next_ = Clock::now() + interval_;
  save();
  return channel_.memory().checkpoints.load() > 0 ? ""
                                                  : "the campaign's folder cannot be written; "
                                                    "check its rights and the space on the disk.";
}

bool CampaignSession::is_due(Clock::time_point now) const {
  if (!can_save_) return false;
  if (now >= next_) return true;
  const fleet::ChannelMemory& memory = channel_.memory();
  const bool ends = memory.stop.load(std::memory_order_relaxed) || now >= deadline_of(memory);
  return ends && saves_at_end_;
}

bool CampaignSession::look(bool execution_is_over) {
  const Clock::time_point now = Clock::now();
  if (!is_due(now)) return false;
  // An earlier checkpoint is still good.
  if (native::files_were_held()) {
    can_save_ = false;
    return false;
  }
  if (!is_kernel_initial(execution_is_over)) return false;
  if (now < next_) saves_at_end_ = false;
  return save();
}

bool CampaignSession::is_kernel_initial(bool execution_is_over) {
  if (native::kernel_state_is_initial()) return true;
  if (!execution_is_over) return false;
  native::restore_kernel_state();
  return true;
}

bool CampaignSession::save() {
  const Clock::time_point before = Clock::now();
  fleet::ChannelMemory& memory = channel_.memory();
  bool is_resumed = false;
  if (process_.is_ready()) {
    const int file = ::openat(memory.campaign_folder, campaign::kNewCheckpointName,
                              O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    keep_channel();
    const Continuation continuation =
        file < 0 ? Continuation::failed
                 : process_.save(file, memory.campaign_identity, memory.checkpoints.load() + 1);
    is_resumed = continuation == Continuation::resumed;
    if (is_resumed) {
      restore_channel();
      memory.checkpoints.fetch_add(1);
      native::prepare_file_changes();
      saves_at_end_ = true;
    }
    if (continuation == Continuation::saved && publish(file)) {
      publish_errors();
      memory.checkpoints.fetch_add(1);
    }
    memory_ = {};
    traces_ = {};
    if (file >= 0) ::close(file);
  }
  const Clock::time_point now = Clock::now();
  const auto cost = is_adaptive_ && !is_resumed ? (now - before) * kMostShare : Clock::duration{};
  next_ = now + std::max<Clock::duration>(interval_, cost);
  return is_resumed;
}

void CampaignSession::publish_errors() const {
  if (traces_.empty()) return;
  const int folder = channel_.memory().campaign_folder;
  const int file =
      ::openat(folder, campaign::kNewFoundName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return;
  const bool is_written = fleet::write_all(file, traces_);
  ::close(file);
  if (is_written) ::renameat(folder, campaign::kNewFoundName, folder, campaign::kFoundName);
}

bool CampaignSession::publish(int file) const {
  const int folder = channel_.memory().campaign_folder;
  return ::fsync(file) == 0 &&
         ::renameat(folder, campaign::kNewCheckpointName, folder, campaign::kCheckpointName) == 0 &&
         ::fsync(folder) == 0;
}

void CampaignSession::keep_channel() {
  const fleet::ChannelMemory& memory = channel_.memory();
  const auto* const bytes = reinterpret_cast<const std::byte*>(&memory);
  memory_.assign(bytes, bytes + used_bytes(memory));
  traces_ = fleet::read_all(channel_.files().trace);
}

// Restores what this side wrote; what the watcher wrote is new.
void CampaignSession::restore_channel() {
  fleet::ChannelMemory& memory = channel_.memory();
  const bool stop = memory.stop.load();
  const std::int64_t deadline = memory.deadline.load();
  std::memcpy(static_cast<void*>(&memory), memory_.data(), memory_.size());
  memory.stop.store(stop);
  memory.deadline.store(deadline);
  memory.campaign_continues = true;
  const int traces = channel_.files().trace;
  (void)!::ftruncate(traces, 0);
  ::lseek(traces, 0, SEEK_SET);
  fleet::write_all(traces, traces_);
}

}  // namespace heddle::worker
