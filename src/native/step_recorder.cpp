#include "native/step_recorder.hpp"

#include <algorithm>
#include <cstring>

#include "native/conductor.hpp"
#include "native/debugger.hpp"
#include "native/stack_capture.hpp"

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

StepRecorder::StepRecorder() : announced_(kMaxThreads), notes_(kNotes) {}

void StepRecorder::announced(const Thread& thread) {
  Stack& stack = announced_[index(thread.id)];
  stack.size = capture_stack(stack.frames);
}

void StepRecorder::chosen(const Thread& thread) {
  step_ = {};
  step_.thread = thread.id;
  step_.operation = thread.pending;
  step_.alternative = thread.alternative;
  step_.before = peek(thread.pending);
  performed_ = announced_[index(thread.id)];
  step_pending_ = true;
  tell_debugger_step(conductor().depth());
}

// Null when there are too many in one step to keep.
StepRecorder::Note* StepRecorder::new_note(OpKind kind, ThreadId thread, ThreadId other) {
  if (note_count_ == kNotes) return nullptr;
  Note& note = notes_[note_count_++];
  note.kind = kind;
  note.thread = thread;
  note.other = other;
  note.size = 0;
  return &note;
}

void StepRecorder::created(const Thread& creator, const Thread& child) {
  if (Note* note = new_note(OpKind::thread_create, creator.id, child.id)) {
    note->size = capture_stack(note->frames);
  }
  tell_debugger_threads();
}

void StepRecorder::exited(const Thread& thread) {
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
  step_.outcome = outcome;
  step_.other = other;
}

void StepRecorder::report(EventListener& listener, std::uint16_t alternatives) {
  if (step_pending_) {
    step_.after = peek(step_.operation);
    step_.alternatives = std::max<std::uint16_t>(alternatives, 1);
    step_.stack = {performed_.frames.data(), performed_.size};
    listener.happened(step_);
    step_pending_ = false;
  }
  for (std::size_t i = 0; i < note_count_; ++i) {
    const Note& note = notes_[i];
    Event event;
    event.is_step = false;
    event.thread = note.thread;
    event.other = note.other;
    event.operation.kind = note.kind;
    event.stack = {note.frames.data(), note.size};
    listener.happened(event);
  }
  note_count_ = 0;
}

std::span<const Site> StepRecorder::stack_of(ThreadId thread) const {
  const Stack& stack = announced_[index(thread)];
  return {stack.frames.data(), stack.size};
}

}  // namespace heddle::native
