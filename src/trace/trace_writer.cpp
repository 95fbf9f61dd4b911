#include "trace/trace_writer.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "trace/lines.hpp"

namespace heddle::trace {

TraceWriter::TraceWriter(int descriptor, const Header& header, std::span<const Module> modules,
                         Locate locate)
    : descriptor_(descriptor), locate_(std::move(locate)) {
  write_line(header_line(header));
  for (const Module& module : modules) write_line(module_line(module));
}

Step TraceWriter::step_of(const Event& event) {
  note_object(event.operation.object, event.thread);
  note_object(event.operation.second, event.thread);
  if (is_memory_access(event.operation.kind) && event.operation.size == sizeof(std::uint64_t)) {
    note_target(ObjectId{event.before});
    note_target(ObjectId{event.after});
  }
  Step step;
  step.thread = event.thread;
  step.operation = event.operation;
  step.alternative = event.alternative;
  step.alternatives = event.alternatives;
  step.outcome = event.outcome;
  step.is_step = event.is_step;
  step.before = event.before;
  step.after = event.after;
  step.other = event.other;
  step.stack = locate_all(event.stack, event.operation.site);
  return step;
}

void TraceWriter::step_begins(const Event& event) {
  Step step = step_of(event);
  step.is_unfinished = true;
  const off_t here = ::lseek(descriptor_, 0, SEEK_CUR);
  if (failed_ || here < 0) return;  // not a file
  const std::string line = step_line(step);
  is_tentative_ = true;
  (void)!::pwrite(descriptor_, line.data(), line.size(), here);
}

void TraceWriter::happened(const Event& event) { write_line(step_line(step_of(event))); }

void TraceWriter::decisions(const Schedule& schedule) {
  for (const Decision decision : schedule) {
    Event event;
    event.thread = decision.thread;
    event.alternative = decision.alternative;
    event.alternatives = static_cast<std::uint16_t>(decision.alternative + 1);
    happened(event);
  }
}

void TraceWriter::printed(ThreadId thread, int descriptor, std::string_view text) {
  Output output;
  output.thread = thread;
  output.descriptor = descriptor;
  output.text = text;
  write_line(output_line(output));
}

void TraceWriter::threads(std::span<const ThreadFacts> threads) {
  for (const ThreadFacts& facts : threads) {
    Thread thread{facts.id, facts.path, facts.name, {}};
    if (facts.created_at != kNoSite) thread.created_at = locate_(facts.created_at);
    write_line(thread_line(thread));
  }
}

void TraceWriter::sites(std::span<const NamedSite> sites) {
  for (const NamedSite& site : sites) write_line(site_line(site));
}

void TraceWriter::failure(const Failure& failure) {
  if (failure.kind == FailureKind::race) note_object(ObjectId{failure.address}, failure.thread);
  write_line(failure_line({failure.kind,
                           failure.message,
                           failure.thread,
                           locate_all(failure.stack, kNoSite),
                           failure.address,
                           failure.cycle_begin,
                           failure.is_partial,
                           {},
                           failure.orders,
                           failure.is_simplification_cut,
                           failure.identity}));
  for (const Account& account : failure.accounts) {
    write_line(account_line({account.what, account.thread, locate_all(account.stack, kNoSite)}));
  }
}

void TraceWriter::blocked(const BlockedFacts& blocked) {
  note_object(blocked.operation.object, blocked.thread);
  write_line(blocked_line({blocked.thread, blocked.operation, blocked.held_by,
                           locate_all(blocked.stack, blocked.operation.site)}));
}

bool TraceWriter::end() {
  write_line(end_line(lines_ + 1));
  return !failed_;
}

void TraceWriter::write_line(const std::string& line) {
  if (failed_) return;  // a file with a hole would not be a prefix
  if (is_tentative_) {
    is_tentative_ = false;
    failed_ = ::ftruncate(descriptor_, ::lseek(descriptor_, 0, SEEK_CUR)) != 0;
    if (failed_) return;
  }
  const char* at = line.data();
  std::size_t left = line.size();
  while (left > 0) {
    const ssize_t written = ::write(descriptor_, at, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      failed_ = true;
      return;
    }
    at += written;
    left -= static_cast<std::size_t>(written);
  }
  ++lines_;
}

std::vector<Place> TraceWriter::locate_all(std::span<const Site> stack, Site innermost) const {
  std::vector<Place> places;
  places.reserve(stack.size());
  for (const Site site : stack) places.push_back(locate_(site));
  if (places.empty() && innermost != kNoSite) places.push_back(locate_(innermost));
  return places;
}

void TraceWriter::note_object(ObjectId object, ThreadId user) {
  if (object == kNoObject) return;
  const std::uint64_t incarnation =
      surroundings_ == nullptr ? 0 : surroundings_->incarnation(object);
  Written& written = seen_[object];
  if (written.incarnation != incarnation) written = {};
  const Place place = written.lines == 0 || surroundings_ != nullptr
                          ? locate_(Site{static_cast<std::uint64_t>(object)})
                          : Place{};
  constexpr int kMostLines = 2;
  const bool is_static = place.module != kNoModule;
  const int most = is_static || surroundings_ == nullptr ? 1 : kMostLines;
  if (written.user == user || written.lines == most) return;
  written = {incarnation, user, written.lines + 1};
  if (is_static) {
    write_line(object_line({object, place}));
  } else if (surroundings_ != nullptr) {
    const Excerpt around = located(surroundings_->around(object));
    if (!around.empty()) write_line(object_line({object, place, around, incarnation}));
  }
}

// Writes where an object is that a value may point to, so that a reader can name the pointer.
void TraceWriter::note_target(ObjectId target) {
  constexpr std::size_t kMostTargets = 500;  // reading the memory takes time
  constexpr ObjectId kFirst{4096};           // lower numbers, and higher ones, are no addresses
  constexpr ObjectId kEnd{std::uint64_t{1} << 48};
  if (surroundings_ == nullptr || target < kFirst || target >= kEnd) return;
  if (targets_.size() == kMostTargets || !targets_.insert(target).second) return;
  const Place place = locate_(Site{static_cast<std::uint64_t>(target)});
  if (place.module != kNoModule) return write_line(object_line({target, place}));
  const std::uint64_t incarnation = surroundings_->incarnation(target);
  const Excerpt around = located(surroundings_->around(target));
  if (!around.empty()) write_line(object_line({target, place, around, incarnation}));
}

Excerpt TraceWriter::located(const MemoryExcerpt& excerpt) const {
  Excerpt located;
  located.blocks = excerpt.blocks;
  for (const CallFrame& frame : excerpt.frames) {
    located.frames.push_back(
        {frame.thread, locate_(frame.code), frame.begin, frame.end, frame.registers});
  }
  for (const auto& pointer : excerpt.pointers) {
    located.pointers.push_back({locate_(pointer.place), pointer.value});
  }
  return located;
}

}  // namespace heddle::trace
