#include "monitors/step_recorder.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/debugger_interface.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/stack_capture.hpp"

namespace heddle::native {
namespace {

bool has_value(const Operation& operation) {
  const bool touches = is_memory_access(operation.kind) || operation.kind == OpKind::futex_wait;
  return touches && operation.size > 0 && operation.size <= 8;
}

// The program has just touched the cell or is about to: it is there, unless that very access is the
// crash to come, which is left to the program.
std::uint64_t peek(const Operation& operation) {
  constexpr std::uintptr_t kNullPage = 4096;
  const auto address = static_cast<std::uintptr_t>(operation.object);
  std::uint64_t value = 0;
  if (has_value(operation) && address >= kNullPage) {
    std::memcpy(&value, reinterpret_cast<const void*>(address), operation.size);
  }
  return value;
}

}  // namespace

StepRecorder::StepRecorder() : announced_(kMaxThreads), calls_(kMaxThreads), notes_(kNotes) {}

void StepRecorder::begin(EventListener& listener) {
  listener_ = &listener;
  blocks_.clear();
  held_count_ = 0;
  for (Calls& calls : calls_) calls.size = 0;
  listener.begins();
  printed_ = listener.printed_so_far();
  step_pending_ = false;
  note_count_ = 0;
}

// Attributes new output to the thread that now gives up the processor.
void StepRecorder::note_output(ThreadId thread) {
  const OutputPosition now = listener_->printed_so_far();
  if (now == printed_) return;
  printed_ = now;
  if (Note* note = new_note(OpKind::none, thread, kNoThread)) note->printed = now;
}

void StepRecorder::announced(const Thread& thread) {
  note_output(thread.id);
  const Calls& calls = note_calls(thread);
  Stack& stack = announced_[index(thread.id)];
  stack.size = calls.size;
  for (std::size_t i = 0; i < calls.size; ++i) stack.frames[i] = calls.frames[i].code;
}

StepRecorder::Calls& StepRecorder::note_calls(const Thread& thread) {
  Calls& calls = calls_[index(thread.id)];
  calls.size = capture_frames(calls.frames);
  for (std::size_t i = 0; i < calls.size; ++i) calls.frames[i].thread = thread.id;
  return calls;
}

// A thread that is alone takes and releases locks without steps.  The release of a lock that a step
// took becomes a note: otherwise the lock would seem held.
void StepRecorder::note_locks(const Thread& thread) {
  const Operation& operation = thread.pending;
  if (takes_lock(operation.kind) && held_count_ < held_.size()) {
    held_[held_count_++] = {thread.id, operation.object};
  } else if (releases_lock(operation.kind)) {
    forget_lock(thread);
  }
}

// Returns whether a step had taken the lock that the thread releases.
bool StepRecorder::forget_lock(const Thread& thread) {
  const Held released{thread.id, thread.pending.object};
  const auto end = held_.begin() + static_cast<std::ptrdiff_t>(held_count_);
  const auto found = std::find(held_.begin(), end, released);
  if (found == end) return false;
  *found = held_[--held_count_];
  return true;
}

void StepRecorder::chosen(const Thread& thread) {
  note_locks(thread);
  step_ = {};
  step_.thread = thread.id;
  step_.operation = thread.pending;
  step_.alternative = thread.alternative;
  step_.before = peek(thread.pending);
  performed_ = announced_[index(thread.id)];
  step_pending_ = true;
  is_performed_ = false;
  tell_debugger_step(scheduler().depth());
}

// The thread performs further operations in the same step, which may change the cell again.
void StepRecorder::passed() {
  if (step_pending_ && !is_performed_) note_value_after();
  is_performed_ = true;
  const Thread& self = current_thread();
  if (!releases_lock(self.pending.kind) || !forget_lock(self)) return;
  if (Note* note = new_note(self.pending.kind, self.id, kNoThread)) {
    note->object = self.pending.object;
    note->size = capture_stack(note->frames);
  }
}

void StepRecorder::note_value_after() {
  // The object of a store may be gone by now.
  const bool stores = step_.operation.kind == OpKind::atomic_store && has_value(step_.operation);
  step_.after = stores ? step_.operation.value : peek(step_.operation);
}

// Null when there are too many in one step to keep.
StepRecorder::Note* StepRecorder::new_note(OpKind kind, ThreadId thread, ThreadId other) {
  if (note_count_ == kNotes) return nullptr;
  Note& note = notes_[note_count_++];
  note.kind = kind;
  note.thread = thread;
  note.other = other;
  note.object = kNoObject;
  note.size = 0;
  return &note;
}

void StepRecorder::created(const Thread& creator, const Thread& child) {
  note_output(creator.id);
  if (Note* note = new_note(OpKind::thread_create, creator.id, child.id)) {
    note->size = capture_stack(note->frames);
  }
  note_calls(creator);  // it is paused while the child runs to its first announcement
  tell_debugger_threads();
}

void StepRecorder::exited(const Thread& thread) {
  note_output(thread.id);
  new_note(OpKind::thread_exit, thread.id, kNoThread);
  tell_debugger_threads();
}

void StepRecorder::joined(const Thread& joiner, const Thread& exited) {
  const Stack& stack = announced_[index(joiner.id)];
  if (Note* note = new_note(OpKind::thread_join, joiner.id, exited.id)) {
    note->frames = stack.frames;
    note->size = stack.size;
  }
}

void StepRecorder::outcome(Outcome outcome, ThreadId other) {
  if (is_performed_ || world().current != step_.thread) return;
  step_.outcome = outcome;
  if (other != kNoThread) step_.other = other;
}

void StepRecorder::report(std::uint16_t alternatives) {
  if (step_pending_) {
    if (!is_performed_) note_value_after();
    step_.alternatives = std::max<std::uint16_t>(alternatives, 1);
    step_.stack = {performed_.frames.data(), performed_.size};
    listener_->happened(step_);
    step_pending_ = false;
  }
  for (std::size_t i = 0; i < note_count_; ++i) {
    const Note& note = notes_[i];
    if (note.kind == OpKind::none) {
      listener_->printed_up_to(note.thread, note.printed);
      continue;
    }
    Event event;
    event.is_step = false;
    event.thread = note.thread;
    event.other = note.other;
    event.operation.kind = note.kind;
    event.operation.object = note.object;
    event.stack = {note.frames.data(), note.size};
    listener_->happened(event);
  }
  note_count_ = 0;
}

std::span<const Site> StepRecorder::stack_of(ThreadId thread) const {
  const Stack& stack = announced_[index(thread)];
  return {stack.frames.data(), stack.size};
}

std::span<const CallFrame> StepRecorder::frames_of(ThreadId thread) const {
  const Calls& calls = calls_[index(thread)];
  return {calls.frames.data(), calls.size};
}

}  // namespace heddle::native
